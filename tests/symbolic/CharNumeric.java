//@ pse: --target failure
//@ expect-value: 13/55

import hazard.Symbolic;

public class CharNumeric {
  public static void main(String[] args) throws Exception {
    int c = Symbolic.integer("c", 48, 102);
    int v = Character.digit((char) c, 16);
    if (v > 8) throw new IllegalStateException();
  }
}
