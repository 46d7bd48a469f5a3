//@ args: 2 2
//@ expect: deadlock
//@ large: 4 3
//@ source: D. E. Knuth, The Art of Computer Programming, volume 1, section 2.2.5 (the elevator), as a monitor

/**
 * A cabin travels on request; passengers call it to their floor, wait for it, and leave at the ground floor.
 *
 * <p>Deadlock: there is room for one call only, and a second call overwrites the first; its passenger is never fetched.
 * Arguments: passengers, floors (passenger i calls from floor i mod floors + 1).
 */
public class Elevator {
  private static final int NONE = -1;
  private int at;
  private int called = NONE;

  synchronized void ride(int floor) throws InterruptedException {
    called = floor;
    notifyAll();
    while (at != floor) {
      wait();
    }
    at = 0;
    notifyAll();
  }

  synchronized void serve() throws InterruptedException {
    while (called == NONE || at != 0) {
      wait();
    }
    at = called;
    called = NONE;
    notifyAll();
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
    int passengers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int floors = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    Elevator elevator = new Elevator();
    Thread cabin = new Thread(() -> {
      try {
        while (true) {
          elevator.serve();
        }
      } catch (InterruptedException e) {
        return;
      }
    }, "cabin");
    cabin.setDaemon(true);
    cabin.start();
    for (int i = 0; i < passengers; i++) {
      int floor = i % floors + 1;
      spawn(() -> elevator.ride(floor));
    }
  }
}
