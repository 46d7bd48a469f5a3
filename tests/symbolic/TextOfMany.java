//@ pse: --target failure
//@ expect-value: 1/400

import hazard.Symbolic;

/** One digit: ten of four thousand. */
public class TextOfMany {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 0, 3999);
    if (Integer.toString(x).length() == 1) throw new IllegalStateException();
  }
}
