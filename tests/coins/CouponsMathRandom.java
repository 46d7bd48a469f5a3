//@ args: 4 6
//@ label: "all" = returned:CouponsMathRandom.collects(int,int)=true
//@ ask: P=? [ F "all" ] = 195/512

/** All n coupons are among k draws: the number of surjections, n! S(k, n), over n^k. */
public class CouponsMathRandom {
  static boolean collects(int coupons, int draws) {
    int seen = 0;
    for (int i = 0; i < draws; i++) {
      seen |= 1 << (int) (Math.random() * coupons);
    }
    return seen == (1 << coupons) - 1;
  }

  public static void main(String[] args) {
    System.out.println(collects(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
