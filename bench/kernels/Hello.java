/** Nothing but starting up. */
public class Hello {
  public static void main(String[] args) {
    System.out.println("hello");
  }
}
