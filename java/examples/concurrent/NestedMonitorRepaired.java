//@ args: 1
//@ expect: holds
//@ large: 3
//@ source: A. Lister, The problem of nested monitor calls, Operating Systems Review 11(3), 1977

/**
 * {@link NestedMonitor} with the outer monitor left out: the inner one suffices.
 *
 * <p>Argument: producers and consumers, each.
 */
public class NestedMonitorRepaired {
  static class Queue {
    private int size;

    synchronized void add() {
      size++;
      notifyAll();
    }

    synchronized void remove() throws InterruptedException {
      while (size == 0) {
        wait();
      }
      size--;
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
    int pairs = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    Queue queue = new Queue();
    for (int i = 0; i < pairs; i++) {
      spawn(() -> queue.remove());
      spawn(() -> queue.add());
    }
  }
}
