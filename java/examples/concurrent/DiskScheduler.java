//@ args: 2
//@ expect: holds
//@ large: 4
//@ source: C. A. R. Hoare, Monitors: an operating system structuring concept, CACM 17(10), 1974 (disk head scheduler)

/**
 * A disk's arm serves requests in the order of an elevator: on in one direction while there are requests, then back.
 *
 * <p>Property: one request at a time, each served, none for ever waiting. Argument: requests, to cylinders 1, 2, …
 */
public class DiskScheduler {
  private final boolean[] wanted;
  private int head;
  private boolean busy;
  private boolean upwards = true;

  DiskScheduler(int cylinders) {
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
    notifyAll();
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
    DiskScheduler disk = new DiskScheduler(requests);
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
