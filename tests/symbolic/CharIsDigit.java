//@ pse: --target success
//@ expect-value: 5/256

import hazard.Symbolic;

public class CharIsDigit {
  public static void main(String[] args) {
    char c = (char) Symbolic.integer("c", 0, 2047);
    if (!(Character.isDigit(c))) throw new IllegalStateException();
  }
}
