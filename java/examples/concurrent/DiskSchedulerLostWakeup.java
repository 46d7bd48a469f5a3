//@ args: 3
//@ expect: deadlock
//@ large: 5
//@ source: after C. A. R. Hoare, Monitors: an operating system structuring concept, CACM 17(10), 1974 (disk head scheduler)

/**
 * {@link DiskScheduler} whose arm wakes one waiting request, whichever, when it becomes free.
 *
 * <p>Deadlock: the request that is woken is not the next one in the order of the elevator and waits again; the next one is
 * never told. It takes three requests. Argument: requests, to cylinders 1, 2, …
 */
public class DiskSchedulerLostWakeup {
  private final boolean[] wanted;
  private int head;
  private boolean busy;
  private boolean upwards = true;

  DiskSchedulerLostWakeup(int cylinders) {
    wanted = new boolean[cylinders + 1];
  }

  synchronized void request(int cylinder) throws InterruptedException {
    wanted[cylinder] = true;
    while (busy || next() != cylinder) {
      wait();
    }
    wanted[cylinder] = false;
    busy = true;
    upwards = cylinder >= head;
    head = cylinder;
  }

  synchronized void release() {
    assert busy;
    busy = false;
    notify();
  }

  private int next() {
    int forward = nearest(upwards ? 1 : -1);
    return forward >= 0 ? forward : nearest(upwards ? -1 : 1);
  }

  private int nearest(int direction) {
    for (int cylinder = head; cylinder >= 0 && cylinder < wanted.length; cylinder += direction) {
      if (wanted[cylinder]) {
        return cylinder;
      }
    }
    return -1;
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

  static int transferring;

  public static void main(String[] args) throws Exception {
    int requests = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    DiskSchedulerLostWakeup disk = new DiskSchedulerLostWakeup(requests);
    Body[] bodies = new Body[requests];
    for (int i = 0; i < requests; i++) {
      int cylinder = i + 1;
      bodies[i] = () -> {
        disk.request(cylinder);
        transferring++;
        assert transferring == 1;
        transferring--;
        disk.release();
      };
    }
    together(bodies);
    assert !disk.busy;
  }
}
