//@ args: 2
//@ expect: deadlock
//@ large: 5
//@ source: E. W. Dijkstra, Cooperating sequential processes (EWD 123), 1965

/**
 * A barber sleeps until a customer wakes him; a customer waits until the barber is done.
 *
 * <p>Deadlock: the barber looks for customers, finds none and, before he falls asleep, one comes and wakes nobody. Argument:
 * customers.
 */
public class SleepingBarber {
  static class Shop {
    private int waiting;
    private int served;

    synchronized boolean empty() {
      return waiting == 0;
    }

    synchronized void sleep() throws InterruptedException {
      wait();
    }

    synchronized void cut() {
      waiting--;
      served++;
      notifyAll();
    }

    synchronized void visit() throws InterruptedException {
      waiting++;
      int ticket = served + waiting;
      notifyAll();
      while (served < ticket) {
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
    int customers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    Shop shop = new Shop();
    spawn(() -> {
      for (int i = 0; i < customers; i++) {
        while (shop.empty()) {
          shop.sleep();
        }
        shop.cut();
      }
    });
    for (int i = 0; i < customers; i++) {
      spawn(() -> shop.visit());
    }
  }
}
