//@ args: 1 2
//@ expect: deadlock
//@ large: 2 4
//@ source: after the deadlock reports against object-pool libraries

import java.util.ArrayDeque;

/**
 * A pool whose borrowers validate what they got; an object that is no longer valid is dropped.
 *
 * <p>Deadlock: the place of the dropped object is never made free, the next borrower waits for ever. Arguments: objects in the
 * pool, borrowers; an object wears out after its first use.
 */
public class PoolLeak {
  static class Pool {
    private final ArrayDeque<int[]> idle = new ArrayDeque<>();

    Pool(int objects) {
      for (int i = 0; i < objects; i++) {
        idle.add(new int[1]);
      }
    }

    synchronized int[] borrow() throws InterruptedException {
      while (idle.isEmpty()) {
        wait();
      }
      return idle.remove();
    }

    synchronized void giveBack(int[] object) {
      if (object[0] > 0) {
        return;
      }
      idle.add(object);
      notify();
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
    int objects = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int borrowers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    Pool pool = new Pool(objects);
    for (int i = 0; i < borrowers; i++) {
      spawn(() -> {
        int[] object = pool.borrow();
        object[0]++;
        pool.giveBack(object);
      });
    }
  }
}
