//@ args:
//@ label: "seldom" = returned:MathRandomThreshold.isSeldom()=true
//@ label: "middle" = returned:MathRandomThreshold.part()=1
//@ ask: P=? [ F "seldom" ] = 1/4
//@ ask: P=? [ F "middle" ] = 2/5

/** Math.random() compared with numbers: once, and twice in a row with what the first comparison left. */
public class MathRandomThreshold {
  static boolean isSeldom() {
    double x = Math.random();
    return x < 0.25;
  }

  static int part() {
    double u = Math.random();
    return u < 0.3 ? 0 : 1 - u > 0.3 ? 1 : 2;
  }

  public static void main(String[] args) {
    System.out.println(isSeldom() + " " + part());
  }
}
