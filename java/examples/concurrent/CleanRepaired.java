//@ args: 2
//@ expect: holds
//@ large: 6
//@ source: after K. Havelund, M. Lowry and J. Penix, Formal analysis of a space-craft controller using SPIN, IEEE TSE 27(8), 2001

/**
 * {@link Clean} with the comparison under the event's lock and repeated after each wake-up.
 *
 * <p>Argument: rounds.
 */
public class CleanRepaired {
  static class Event {
    private int count;

    synchronized void signal() {
      count++;
      notifyAll();
    }

    synchronized void awaitCount(int wanted) throws InterruptedException {
      while (count < wanted) {
        wait();
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
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    Event request = new Event();
    Event reply = new Event();
    spawn(() -> {
      for (int round = 1; round <= rounds; round++) {
        request.signal();
        reply.awaitCount(round);
      }
    });
    spawn(() -> {
      for (int round = 1; round <= rounds; round++) {
        request.awaitCount(round);
        reply.signal();
      }
    });
  }
}
