//@ args: 1 3
//@ expect: deadlock
//@ large: 2 5
//@ source: after the deadlock reports against object-pool libraries

/**
 * A pool that wakes one waiter when an object comes back, but only if the pool had been empty before.
 *
 * <p>Deadlock: two objects come back before the first woken borrower runs; the second return wakes nobody. Arguments: objects
 * in the pool, borrowers.
 */
public class PoolLostWakeup {
  static class Pool {
    private int idle;

    Pool(int objects) {
      idle = objects;
    }

    synchronized void borrow() throws InterruptedException {
      while (idle == 0) {
        wait();
      }
      idle--;
    }

    synchronized void giveBack() {
      idle++;
      if (idle == 1) {
        notify();
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

  public static void main(String[] args) throws Exception {
    int objects = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int borrowers = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    Pool pool = new Pool(objects);
    // One more object is added from outside while borrowers come and go.
    spawn(() -> pool.giveBack());
    for (int i = 0; i < borrowers; i++) {
      spawn(() -> pool.borrow());
    }
    for (int i = 0; i < borrowers - objects - 1; i++) {
      spawn(() -> pool.giveBack());
    }
  }
}
