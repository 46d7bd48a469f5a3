//@ pse: --target failure
//@ expect-value: 3/8

import hazard.Symbolic;

public class SwitchEnum {
  enum K {
  A, B, C }

  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 7);
    K k = K.values()[x % 3];
    switch (k) {
      case B -> throw new IllegalStateException();
      default -> {
      }
    }
  }
}
