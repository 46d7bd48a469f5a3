//@ args: 1 1 2 2
//@ expect: holds
//@ large: 2 2 2 3
//@ source: J. Magee and J. Kramer, Concurrency: State Models and Java Programs, Wiley 1999, chapter 5

/**
 * {@link BoundedBuffer} with {@code notifyAll}: everyone looks again, so nobody who could go on sleeps.
 *
 * <p>Arguments: capacity, producers, consumers, and items per producer.
 */
public class BoundedBufferRepaired {
  private final int[] items;
  private int count;

  BoundedBufferRepaired(int capacity) {
    items = new int[capacity];
  }

  synchronized void put(int item) throws InterruptedException {
    while (count == items.length) {
      wait();
    }
    items[count++] = item;
    notifyAll();
  }

  synchronized int take() throws InterruptedException {
    while (count == 0) {
      wait();
    }
    int item = items[--count];
    notifyAll();
    return item;
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
    int capacity = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int producers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    int consumers = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    int items = args.length > 3 ? Integer.parseInt(args[3]) : 2;
    BoundedBufferRepaired buffer = new BoundedBufferRepaired(capacity);
    for (int i = 0; i < producers; i++) {
      spawn(() -> {
        for (int item = 0; item < items; item++) {
          buffer.put(item);
        }
      });
    }
    for (int i = 0; i < consumers; i++) {
      spawn(() -> {
        for (int item = 0; item < items * producers / consumers; item++) {
          buffer.take();
        }
      });
    }
  }
}
