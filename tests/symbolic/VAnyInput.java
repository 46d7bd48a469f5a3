//@ expect-symbolic: violated

import hazard.Symbolic;

/** It fails whatever x is, as long as x is of its domain. */
public class VAnyInput {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 1, 100);
    int y = Symbolic.integer("y", 1, 100);
    assert y != 7 || x < 1;
  }
}
