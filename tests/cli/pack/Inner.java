package pack;

public class Inner {
  public static void main(String[] args) {
    System.out.println("inner " + args.length);
  }
}
