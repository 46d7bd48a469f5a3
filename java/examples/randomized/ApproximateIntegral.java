//@ args: 8 5
//@ label: "close" = returned:ApproximateIntegral.isClose(int,int)=true
//@ reward: "hits" = invoked:ApproximateIntegral.hit()
//@ ask: P=? [ F "close" ] = 5602905/16777216
//@ ask: R{"hits"}=? [ F "end" ] = 55/32
//@ large: 32 50
//@ source: H. Barringer, Randomized algorithms: a brief introduction, 2010

import hazard.UniformChoice;

/**
 * Integrates x^2 from 0 to 1 by throwing darts at the unit square.
 *
 * <p>A dart hits the centre of one of grid * grid cells, each equally likely. The fraction of darts below the curve
 * estimates the integral, which is 1/3.
 *
 * <p>Property: the estimate is at most 1/8 away from 1/3.
 */
public class ApproximateIntegral {
  /** Throws one dart; is it below the curve? */
  static boolean isBelow(int grid) {
    int x = 2 * UniformChoice.make(grid) + 1;
    int y = 2 * UniformChoice.make(grid) + 1;
    // The dart is at (x/2g, y/2g): y/2g < (x/2g)^2, without fractions.
    return 2 * grid * y < x * x;
  }

  static void hit() {}

  /** Whether hits / darts is at most 1/8 away from 1/3. */
  static boolean isClose(int hits, int darts) {
    return 8 * Math.abs(3 * hits - darts) <= 3 * darts;
  }

  public static void main(String[] args) {
    int grid = args.length > 0 ? Integer.parseInt(args[0]) : 8;
    int darts = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    int hits = 0;
    for (int i = 0; i < darts; i++) {
      if (isBelow(grid)) {
        hit();
        hits++;
      }
    }
    System.out.println(hits + "/" + darts + (isClose(hits, darts) ? ": close" : ": not close"));
  }
}
