//@ args: 5
//@ reward: "draws" = invoked:CouponCollector.draw(int)
//@ ask: R{"draws"}=? [ F "end" ] = 137/12

import hazard.UniformChoice;

/** Draws until all n coupons have been seen: expected are n H(n) draws. */
public class CouponCollector {
  static int draw(int n) {
    return UniformChoice.make(n);
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    boolean[] seen = new boolean[n];
    int missing = n;
    while (missing > 0) {
      int coupon = draw(n);
      if (!seen[coupon]) {
        seen[coupon] = true;
        missing--;
      }
    }
  }
}
