//@ args: 6
//@ label: "placed" = returned:Queens.place(int)=true
//@ ask: P=? [ F "placed" ] = 5/72
//@ large: 8
//@ source: H. Barringer, Randomized algorithms: a brief introduction, 2010; G. Brassard and P. Bratley, Fundamentals of algorithmics, Section 10.7.1

import java.util.Random;

/**
 * Tries to place a queen on each row of a chess board such that none attacks another, at random among the columns
 * that are safe. The coins are those of {@code java.util.Random}.
 *
 * <p>Property: the probability that no row is left without a safe column. For eight queens it is about 0.1293.
 */
public class Queens {
  private static final Random random = new Random();

  /** Whether a queen on the given row and column is attacked by none of those on the rows above. */
  static boolean isSafe(int[] column, int row, int candidate) {
    for (int r = 0; r < row; r++) {
      if (column[r] == candidate || Math.abs(column[r] - candidate) == row - r) {
        return false;
      }
    }
    return true;
  }

  static boolean place(int n) {
    int[] column = new int[n];
    for (int row = 0; row < n; row++) {
      int[] safe = new int[n];
      int count = 0;
      for (int candidate = 0; candidate < n; candidate++) {
        if (isSafe(column, row, candidate)) {
          safe[count++] = candidate;
        }
      }
      if (count == 0) {
        return false;
      }
      column[row] = safe[random.nextInt(count)];
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 6;
    System.out.println(place(n) ? "placed" : "failed");
  }
}
