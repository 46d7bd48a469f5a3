//@ args: 3
//@ reward: "flips" = invoked:ThreadLocalBoolean.flip()
//@ ask: R{"flips"}=? [ F "end" ] = 14

import java.util.concurrent.ThreadLocalRandom;

/** Flips until n heads in a row: expected are 2^(n+1) - 2. */
public class ThreadLocalBoolean {
  static boolean flip() {
    return ThreadLocalRandom.current().nextBoolean();
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    int row = 0;
    while (row < n) {
      row = flip() ? row + 1 : 0;
    }
  }
}
