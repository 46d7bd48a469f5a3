//@ args: 1 3
//@ expect: holds
//@ large: 2 4
//@ source: after the deadlock reports against object-pool libraries

import java.util.ArrayDeque;

/**
 * A pool that replaces worn-out objects, wakes a waiter at each return and calls nobody under its lock: the three variants
 * {@link PoolLockOrder}, {@link PoolLostWakeup} and {@link PoolLeak} repaired.
 *
 * <p>Arguments: objects in the pool, borrowers.
 */
public class PoolRepaired {
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
      idle.add(object[0] > 0 ? new int[1] : object);
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
    int objects = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int borrowers = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    Pool pool = new Pool(objects);
    Body[] bodies = new Body[borrowers];
    for (int i = 0; i < borrowers; i++) {
      bodies[i] = () -> {
        int[] object = pool.borrow();
        assert object[0] == 0 : "an object is lent fresh and to one borrower";
        object[0]++;
        pool.giveBack(object);
      };
    }
    together(bodies);
    assert pool.idle.size() == objects;
  }
}
