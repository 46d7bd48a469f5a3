//@ args: 1
//@ expect: deadlock
//@ large: 5
//@ source: E. Farchi, Y. Nir and S. Ur, Concurrent bug patterns and how to test them, IPDPS 2003

/**
 * A waiter and a notifier without a condition between them.
 *
 * <p>Deadlock: the notification that comes before the wait is lost. Argument: waiters.
 */
public class LoseNotify {
  static final Object lock = new Object();

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
    int waiters = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    for (int i = 0; i < waiters; i++) {
      spawn(() -> {
        synchronized (lock) {
          lock.wait();
        }
      });
    }
    synchronized (lock) {
      lock.notifyAll();
    }
  }
}
