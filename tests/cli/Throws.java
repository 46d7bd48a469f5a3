public class Throws {
  public static void main(String[] args) {
    System.out.println("out");
    throw new IllegalStateException("as told");
  }
}
