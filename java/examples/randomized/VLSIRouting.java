//@ args: 3 1
//@ label: "narrow" = returned:VLSIRouting.isNarrow(int,int)=true
//@ ask: P=? [ F "narrow" ] = 31/64
//@ large: 5 2
//@ source: P. Raghavan and C. D. Thompson, Randomized rounding: a technique for provably good algorithms and algorithmic proofs, Combinatorica 7(4), 1987; R. Motwani and P. Raghavan, Randomized algorithms, Section 4.3

import hazard.Choice;

/**
 * Wires nets on an array of gates: each net connects two gates by a wire with at most one bend, of which there are
 * two.
 *
 * <p>The linear program that minimises the width, the largest number of wires between two neighbouring gates, gives
 * each net a fraction of either wire. It is taken as a probability (randomized rounding).
 *
 * <p>Property: the width is at most the bound given.
 */
public class VLSIRouting {
  static final int SIDE = 3;

  /**
   * Row and column of both gates of each net, then the fraction of the wire that starts along the row, in quarters.
   */
  static final int[][] NETS = {
    {0, 0, 1, 1, 2}, {0, 0, 2, 2, 1}, {0, 2, 2, 0, 3}, {1, 0, 2, 1, 2}, {2, 0, 0, 1, 2}, {1, 2, 0, 0, 1}
  };

  /** Adds a wire along a row: {@code across[row][column]} counts the wires between that column and the next. */
  static void addAcross(int[][] across, int row, int from, int to) {
    for (int column = Math.min(from, to); column < Math.max(from, to); column++) {
      across[row][column]++;
    }
  }

  /** Adds a wire along a column. */
  static void addDown(int[][] down, int column, int from, int to) {
    for (int row = Math.min(from, to); row < Math.max(from, to); row++) {
      down[row][column]++;
    }
  }

  /** The width of a random wiring, if each net is there as many times as told. */
  static int width(int copies) {
    int[][] across = new int[SIDE][SIDE];
    int[][] down = new int[SIDE][SIDE];
    for (int i = 0; i < copies * NETS.length; i++) {
      int[] net = NETS[i / copies];
      double p = net[4] / 4.0;
      if (Choice.make(new double[] {1 - p, p}) == 1) {
        addAcross(across, net[0], net[1], net[3]);
        addDown(down, net[3], net[0], net[2]);
      } else {
        addDown(down, net[1], net[0], net[2]);
        addAcross(across, net[2], net[1], net[3]);
      }
    }
    int width = 0;
    for (int i = 0; i < SIDE; i++) {
      for (int j = 0; j < SIDE; j++) {
        width = Math.max(width, Math.max(across[i][j], down[i][j]));
      }
    }
    return width;
  }

  static boolean isNarrow(int width, int bound) {
    return width <= bound;
  }

  public static void main(String[] args) {
    int bound = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int copies = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    int width = width(copies);
    System.out.println("width " + width + (isNarrow(width, bound) ? ": narrow enough" : ""));
  }
}
