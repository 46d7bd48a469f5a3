//@ args: 2 2
//@ expect: holds
//@ large: 3 3
//@ source: D. E. Knuth, The Art of Computer Programming, volume 1, section 2.2.5 (the elevator), as a monitor

/**
 * {@link Elevator} with one call button per floor, which stays lit until its passengers are fetched.
 *
 * <p>Arguments: passengers, floors (passenger i calls from floor i mod floors + 1).
 */
public class ElevatorRepaired {
  private final int[] calls;
  private int at;

  ElevatorRepaired(int floors) {
    calls = new int[floors + 1];
  }

  synchronized void ride(int floor) throws InterruptedException {
    calls[floor]++;
    notifyAll();
    while (at != floor) {
      wait();
    }
    calls[floor]--;
    at = 0;
    notifyAll();
  }

  synchronized void serve() throws InterruptedException {
    while (at != 0 || nextCall() == 0) {
      wait();
    }
    at = nextCall();
    notifyAll();
  }

  private int nextCall() {
    for (int floor = 1; floor < calls.length; floor++) {
      if (calls[floor] > 0) {
        return floor;
      }
    }
    return 0;
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
    ElevatorRepaired elevator = new ElevatorRepaired(floors);
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
