//@ args: 2
//@ expect: holds
//@ large: 4
//@ source: E. W. Dijkstra, Cooperating sequential processes (EWD 123), 1965

/**
 * {@link SleepingBarber} whose barber looks and falls asleep in one critical section.
 *
 * <p>Argument: customers.
 */
public class SleepingBarberRepaired {
  static class Shop {
    private int waiting;
    private int served;

    synchronized void cut() throws InterruptedException {
      while (waiting == 0) {
        wait();
      }
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
        shop.cut();
      }
    });
    for (int i = 0; i < customers; i++) {
      spawn(() -> shop.visit());
    }
  }
}
