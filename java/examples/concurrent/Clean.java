//@ args: 2
//@ expect: deadlock
//@ large: 6
//@ source: after K. Havelund, M. Lowry and J. Penix, Formal analysis of a space-craft controller using SPIN, IEEE TSE 27(8), 2001

/**
 * Two tasks of a spacecraft's executive signal each other by events with counters.
 *
 * <p>Deadlock: a task compares the counter outside the event's lock and then waits; a signal between the two is missed, the
 * error found in the Remote Agent on its way through space. Argument: rounds.
 */
public class Clean {
  static class Event {
    volatile int count;

    synchronized void signal() {
      count++;
      notifyAll();
    }

    synchronized void waitForSignal() throws InterruptedException {
      wait();
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
        if (reply.count < round) {
          reply.waitForSignal();
        }
      }
    });
    spawn(() -> {
      for (int round = 1; round <= rounds; round++) {
        if (request.count < round) {
          request.waitForSignal();
        }
        reply.signal();
      }
    });
  }
}
