//@ pse: --target success
//@ expect-value: 29/200
//@ pse: --target failure
//@ expect-value: 171/200

import hazard.Symbolic;

/** A load from many different elements is one expression; only the bounds are two cases. */
public class TableLoad {
  public static void main(String[] args) {
    int[] squares = new int[100];
    for (int k = 0; k < squares.length; k++) squares[k] = k * k % 101;
    int i = Symbolic.integer("i", -50, 149);
    if (squares[i] % 3 != 0) throw new IllegalStateException();
  }
}
