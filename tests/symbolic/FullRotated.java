//@ pse: --target failure
//@ expect-value: 1073741821/2147483648

import hazard.Symbolic;

/** A rotation, an odd multiple and a shift mixed in are undone one by one: all values from 6 up. */
public class FullRotated {
  public static void main(String[] args) {
    int x = Symbolic.integer("x");
    int r = Integer.rotateLeft(x, 7) * 5 + 0xe6546b64;
    r ^= r >>> 16;
    r *= 0x85ebca6b;
    if (r > 5) throw new IllegalStateException();
  }
}
