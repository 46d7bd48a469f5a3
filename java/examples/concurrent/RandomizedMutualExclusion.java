//@ args: 2
//@ expect: holds
//@ ask: Pmax=? [ F "deadlock" ] = 0
//@ large: 3
//@ source: after M. O. Rabin, N-process mutual exclusion with bounded waiting by 4 log N-valued shared variable, JCSS 25(1), 1982

import hazard.Coin;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Processes compete for a critical section by drawing lots: who draws heads tries the door, who draws tails stands back.
 *
 * <p>Property: never two inside, and no schedule deadlocks. Argument: processes.
 */
public class RandomizedMutualExclusion {
  static final AtomicBoolean door = new AtomicBoolean();
  static int inside;

  static void compete() {
    while (true) {
      if (Coin.flip() == 1 && door.compareAndSet(false, true)) {
        inside++;
        assert inside == 1 : "not alone";
        inside--;
        door.set(false);
        return;
      }
      Thread.yield();
    }
  }

  public static void main(String[] args) throws Exception {
    int processes = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    for (int i = 0; i < processes; i++) {
      new Thread(RandomizedMutualExclusion::compete).start();
    }
  }
}
