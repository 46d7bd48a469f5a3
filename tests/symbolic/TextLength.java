//@ pse: --target failure
//@ expect-value: 10/31

import hazard.Symbolic;

/** Texts of numbers are looked into: 10 to 19 of 0 to 30. */
public class TextLength {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 0, 30);
    String s = String.valueOf(x);
    if (s.length() == 2 && s.charAt(0) == '1') throw new IllegalStateException();
  }
}
