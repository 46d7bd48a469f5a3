import java.util.Random;

/** One of three, by the library's own generator. */
public class Drawn {
  static int number() {
    return new Random().nextInt(3);
  }

  public static void main(String[] args) {
    System.out.println(number());
  }
}
