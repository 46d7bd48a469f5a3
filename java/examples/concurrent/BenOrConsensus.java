//@ args: 2 0 2
//@ expect: holds
//@ label: "decided" = field:BenOrConsensus.everyoneDecided=true
//@ ask: Pmin=? [ F "decided" ] = 1/2
//@ ask: Pmax=? [ F "decided" ] = 1/2
//@ large: 3 1 2
//@ source: M. Ben-Or, Another advantage of free choice: completely asynchronous agreement protocols, PODC 1983

import hazard.Coin;
import java.util.Arrays;

/**
 * Processes with different inputs agree on one of them, although up to f of n may be too slow to be waited for.
 *
 * <p>Each round has two phases: report one's value and wait for n - f reports; propose a value that a majority of all
 * reported, or nothing, and wait for n - f proposals. Who meets f + 1 proposals of a value decides it, who meets one adopts
 * it, who meets none flips a coin.
 *
 * <p>Property: no two processes decide differently, and who decides does so on an input. With two processes, none slow and
 * inputs 0 and 1, the first round decides nothing and each later one decides with probability 1/2. Arguments: processes,
 * f, rounds.
 */
public class BenOrConsensus {
  private static final int NOTHING = 2;

  static boolean everyoneDecided;

  /** All messages of one phase of one round: how many there are of each value. */
  static class Board {
    private final int[] count = new int[3];
    private int messages;

    /** Posts a value, waits for enough messages, and returns the counts as they are then. */
    synchronized int[] exchange(int value, int enough) throws InterruptedException {
      count[value]++;
      messages++;
      notifyAll();
      while (messages < enough) {
        wait();
      }
      return count.clone();
    }
  }

  private final int processes;
  private final int slow;
  private final Board[] reports;
  private final Board[] proposals;
  private final int[] decisions;

  BenOrConsensus(int processes, int slow, int rounds) {
    this.processes = processes;
    this.slow = slow;
    reports = boards(rounds);
    proposals = boards(rounds);
    decisions = new int[processes];
    Arrays.fill(decisions, NOTHING);
  }

  private static Board[] boards(int rounds) {
    Board[] boards = new Board[rounds];
    for (int round = 0; round < rounds; round++) {
      boards[round] = new Board();
    }
    return boards;
  }

  void run(int process, int value) throws InterruptedException {
    for (int round = 0; round < reports.length; round++) {
      int[] reported = reports[round].exchange(value, processes - slow);
      int proposal = 2 * reported[0] > processes ? 0 : 2 * reported[1] > processes ? 1 : NOTHING;
      int[] proposed = proposals[round].exchange(proposal, processes - slow);
      int adopted = proposed[0] > 0 ? 0 : proposed[1] > 0 ? 1 : NOTHING;
      if (adopted == NOTHING) {
        value = Coin.flip();
      } else {
        value = adopted;
        if (proposed[adopted] > slow) {
          decisions[process] = adopted;
        }
      }
    }
  }

  /** A body may block; none of these is meant to be interrupted unless it handles that itself. */
  interface Body {
    void run() throws Exception;
  }

  static Thread spawn(Body body) {
    Thread thread = new Thread(() -> {
      try {
        body.run();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    thread.start();
    return thread;
  }

  static void together(Body... bodies) throws InterruptedException {
    Thread[] threads = new Thread[bodies.length];
    for (int i = 0; i < bodies.length; i++) {
      threads[i] = spawn(bodies[i]);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  public static void main(String[] args) throws Exception {
    int processes = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int slow = args.length > 1 ? Integer.parseInt(args[1]) : 0;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    BenOrConsensus consensus = new BenOrConsensus(processes, slow, rounds);
    Body[] bodies = new Body[processes];
    for (int i = 0; i < processes; i++) {
      int process = i;
      bodies[i] = () -> consensus.run(process, process % 2);
    }
    together(bodies);
    boolean all = true;
    for (int decision : consensus.decisions) {
      all &= decision != NOTHING;
      for (int other : consensus.decisions) {
        assert decision == other || decision == NOTHING || other == NOTHING : "disagreement";
      }
    }
    everyoneDecided = all;
  }
}
