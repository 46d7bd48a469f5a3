//@ pse: --target failure
//@ expect-value: 5/43

import hazard.Symbolic;

/** A text that an input is a part of: -12, -2, 2, 12 and 22 of 43. */
public class TextConcat {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", -12, 30);
    String s = "v" + x;
    if (s.endsWith("2")) throw new IllegalStateException();
  }
}
