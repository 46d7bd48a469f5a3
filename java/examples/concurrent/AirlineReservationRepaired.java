//@ args: 2 3
//@ expect: holds
//@ large: 3 5
//@ source: after the airline subject of K. Luckow et al., Exact and approximate probabilistic symbolic execution, ASE 2014

/**
 * {@link AirlineReservation} with test and sale in one critical section.
 *
 * <p>Arguments: seats, agents.
 */
public class AirlineReservationRepaired {
  static int sold;

  static synchronized void sell(int seats) {
    if (sold < seats) {
      sold++;
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

  static void together(Body... bodies) throws InterruptedException {
    Thread[] threads = new Thread[bodies.length];
    for (int i = 0; i < bodies.length; i++) {
      threads[i] = spawn(bodies[i]);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  public static void main(String[] args) throws Exception {
    int seats = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int agents = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    Body[] bodies = new Body[agents];
    for (int i = 0; i < agents; i++) {
      bodies[i] = () -> sell(seats);
    }
    together(bodies);
    assert sold == Math.min(seats, agents);
  }
}
