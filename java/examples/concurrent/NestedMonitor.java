//@ args: 1
//@ expect: deadlock
//@ large: 3
//@ source: A. Lister, The problem of nested monitor calls, Operating Systems Review 11(3), 1977

/**
 * A monitor that calls, inside, another monitor that waits.
 *
 * <p>Deadlock: the wait gives up the inner monitor only; whoever could fill the queue never gets through the outer one.
 * Argument: producers and consumers, each.
 */
public class NestedMonitor {
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

  private final Queue queue = new Queue();

  synchronized void produce() {
    queue.add();
  }

  synchronized void consume() throws InterruptedException {
    queue.remove();
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
    NestedMonitor monitor = new NestedMonitor();
    for (int i = 0; i < pairs; i++) {
      spawn(() -> monitor.consume());
      spawn(() -> monitor.produce());
    }
  }
}
