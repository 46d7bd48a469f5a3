//@ args: 1
//@ expect: deadlock
//@ large: 3
//@ source: S. S. Patil, Limitations and capabilities of Dijkstra's semaphore primitives, MIT 1971

import java.util.concurrent.Semaphore;

/**
 * Three smokers own tobacco, paper and matches without end; an agent puts two different things on the table.
 *
 * <p>Deadlock: a smoker takes one of the two although the pair was meant for another. Argument: rounds of the agent; round r
 * serves smoker r mod 3.
 */
public class CigaretteSmokers {
  static final Semaphore[] table = {new Semaphore(0), new Semaphore(0), new Semaphore(0)};
  static final Semaphore done = new Semaphore(0);
  static volatile boolean closed;

  static void smoke(int owned) throws InterruptedException {
    while (true) {
      table[(owned + 1) % 3].acquire();
      table[(owned + 2) % 3].acquire();
      if (closed) {
        return;
      }
      done.release();
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

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    for (int i = 0; i < 3; i++) {
      int owned = i;
      spawn(() -> smoke(owned));
    }
    for (int round = 0; round < rounds; round++) {
      table[(round + 1) % 3].release();
      table[(round + 2) % 3].release();
      done.acquire();
    }
    closed = true;
    for (Semaphore ingredient : table) {
      ingredient.release(6);
    }
  }
}
