//@ args: 3
//@ expect: holds
//@ label: "collided" = field:RandomizedBackoff.failed=true
//@ ask: Pmax=? [ F "collided" ] = 1/8
//@ ask: Pmin=? [ F "collided" ] = 1/8
//@ large: 10
//@ source: R. M. Metcalfe and D. R. Boggs, Ethernet: distributed packet switching for local computer networks, CACM 19(7), 1976

import hazard.Coin;

/**
 * Two stations flip a coin in each slot, to send or to wait; a slot succeeds if exactly one of them sends.
 *
 * <p>Property: all of k slots fail with probability 1/2^k, whatever the schedule. Argument: slots.
 */
public class RandomizedBackoff {
  static boolean failed;
  static final int[] sends = new int[2];

  public static void main(String[] args) throws Exception {
    int slots = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    for (int slot = 0; slot < slots; slot++) {
      Thread first = new Thread(() -> sends[0] = Coin.flip());
      Thread second = new Thread(() -> sends[1] = Coin.flip());
      first.start();
      second.start();
      first.join();
      second.join();
      if (sends[0] + sends[1] == 1) {
        return;
      }
    }
    failed = true;
  }
}
