//@ args: 5 4 weak
//@ pse: --target success --max
//@ expect-value: 487/625
//@ pse: --target success --max -- 5 4 strong
//@ expect-value: 419/1250
//@ large: 9 6 weak
//@ source: R. S. Sutton and A. G. Barto, Reinforcement Learning, MIT Press 1998, example 6.5; K. Luckow et al., ASE 2014

import hazard.Nondet;
import hazard.Symbolic;

/**
 * A robot crosses a windy grid, one column per step; it may steer one row up or down, the wind of the column (0, 1 or 2 rows)
 * and a gust push it upwards or downwards.
 *
 * <p>Success: it is in the middle row of the last column and never left the grid. The scheduler steers, the gusts are inputs: a
 * weak wind has a gust one time in five, a strong one three times in five. Arguments: columns, rows, weak or strong.
 */
public class Windy {
  static int strength(int column) {
    return column % 3;
  }

  /** One row down, none, or one up. */
  static int gust(int column, boolean strong) {
    int gust = Symbolic.integer("gust" + column, 1, 100);
    int margin = strong ? 30 : 10;
    if (gust <= margin) {
      return -1;
    }
    return gust <= 100 - margin ? 0 : 1;
  }

  public static void main(String[] args) throws Exception {
    int columns = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int rows = args.length > 1 ? Integer.parseInt(args[1]) : 4;
    boolean strong = args.length > 2 && args[2].equals("strong");
    int row = rows / 2;
    for (int column = 0; column < columns - 1; column++) {
      row += Nondet.choose(-1, 1) + strength(column) + gust(column, strong);
      assert row >= 0 && row < rows : "blown off the grid";
    }
    assert row == rows / 2 : "missed the goal";
  }
}
