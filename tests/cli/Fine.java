/** Nothing is wrong: four ends. */
public class Fine {
  public static void main(String[] args) {
    boolean a = hazard.Nondet.bool();
    boolean b = hazard.Nondet.bool();
    System.out.println(a + " " + b);
  }
}
