import java.util.Scanner;

/** Ends with the status that standard input says. */
public class Exits {
  public static void main(String[] args) {
    Scanner scanner = new Scanner(System.in);
    System.exit(scanner.nextInt());
  }
}
