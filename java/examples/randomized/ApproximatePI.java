//@ args: 10 5
//@ label: "close" = returned:ApproximatePI.isClose(int,int)=true
//@ reward: "hits" = invoked:ApproximatePI.hit()
//@ ask: P=? [ F "close" ] = 817951701/2000000000
//@ ask: R{"hits"}=? [ F "end" ] = 79/20
//@ large: 50 40
//@ source: the dartboard method, folklore

import java.util.Random;

/**
 * Approximates pi by throwing darts at a quarter of a circle in a square.
 *
 * <p>A dart hits the centre of one of grid * grid cells, each equally likely. Four times the fraction of darts within
 * the circle estimates pi. The coins are those of {@code java.util.Random}.
 *
 * <p>Property: the estimate lies between 3 and 3.4.
 */
public class ApproximatePI {
  private static final Random random = new Random();

  /** Throws one dart; is it within the circle? */
  static boolean isInside(int grid) {
    int x = 2 * random.nextInt(grid) + 1;
    int y = 2 * random.nextInt(grid) + 1;
    return x * x + y * y <= 4 * grid * grid;
  }

  static void hit() {}

  /** Whether 3 <= 4 hits / darts <= 3.4. */
  static boolean isClose(int hits, int darts) {
    return 15 * darts <= 20 * hits && 20 * hits <= 17 * darts;
  }

  public static void main(String[] args) {
    int grid = args.length > 0 ? Integer.parseInt(args[0]) : 10;
    int darts = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    int hits = 0;
    for (int i = 0; i < darts; i++) {
      if (isInside(grid)) {
        hit();
        hits++;
      }
    }
    System.out.println("4 * " + hits + "/" + darts + (isClose(hits, darts) ? ": close" : ": not close"));
  }
}
