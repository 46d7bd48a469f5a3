//@ expect: unsupported
//@ message: MathRandomThreshold.java:7

/** Math.random() compared with a number is no (int) (Math.random() * n). */
public class MathRandomThreshold {
  public static void main(String[] args) {
    double x = Math.random();
    System.out.println(x < 0.25 ? "seldom" : "often");
  }
}
