//@ check: --property assertions --goal GoalBehindALock.java:33
//@ expect-symbolic: violated

import hazard.Symbolic;

/** A line behind a lock of fifteen digits, beside each of which there are a billion paths: the way to it is looked at first. */
public class GoalBehindALock {
  static void elsewhere(int x) {
    StringBuilder bits = new StringBuilder();
    for (int i = 0; i < 32; i++) {
      if ((x >> i & 1) == 0) {
        bits.append('o');
      } else {
        bits.append('i');
      }
    }
  }

  static boolean opens(int x, int i) {
    return (x >> 2 * i & 3) == i % 4;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x");
    int y = Symbolic.integer("y");
    for (int i = 0; i < 15; i++) {
      if (opens(x, i)) {
        continue;
      }
      elsewhere(y);
      return;
    }
    assert false;
  }
}
