//@ args: 2
//@ expect: assertion
//@ label: "together" = thrown:java.lang.AssertionError
//@ ask: Pmax=? [ F "together" ] = 1
//@ ask: Pmin=? [ F "together" ] = 0
//@ large: 3
//@ source: after M. O. Rabin, N-process mutual exclusion with bounded waiting by 4 log N-valued shared variable, JCSS 25(1), 1982

import hazard.Coin;

/**
 * {@link RandomizedMutualExclusion} whose door is tested and then shut, in two steps.
 *
 * <p>Property violated: never two inside. Lots do not help against a schedule that stops each process between test and shut: it
 * brings two together with probability one, while one process after the other never meet. Argument: processes.
 */
public class RandomizedMutualExclusionRace {
  static volatile boolean shut;
  static int inside;

  static void compete() {
    while (true) {
      if (Coin.flip() == 1 && !shut) {
        shut = true;
        inside++;
        assert inside == 1 : "not alone";
        inside--;
        shut = false;
        return;
      }
      Thread.yield();
    }
  }

  public static void main(String[] args) throws Exception {
    int processes = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    for (int i = 0; i < processes; i++) {
      new Thread(RandomizedMutualExclusionRace::compete).start();
    }
  }
}
