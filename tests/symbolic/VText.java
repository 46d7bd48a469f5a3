//@ expect-symbolic: violated

import hazard.Symbolic;

/** The text of an input is looked into before anything is decided. */
public class VText {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 0, 1000);
    assert Integer.toString(x).length() < 4;
  }
}
