//@ args: 2 1
//@ expect: holds
//@ large: 3 2
//@ source: P. J. Courtois, F. Heymans and D. L. Parnas, Concurrent control with "readers" and "writers", CACM 14(10), 1971

/**
 * {@link ReadersAndWriters} whose reader waits and is counted in one critical section.
 *
 * <p>Arguments: readers, writers.
 */
public class ReadersAndWritersRepaired {
  static int readers;
  static boolean writing;
  static int first;
  static int second;

  static synchronized void startReading() throws InterruptedException {
    while (writing) {
      ReadersAndWritersRepaired.class.wait();
    }
    readers++;
  }

  static synchronized void stopReading() {
    readers--;
    ReadersAndWritersRepaired.class.notifyAll();
  }

  static synchronized void startWriting() throws InterruptedException {
    while (writing || readers > 0) {
      ReadersAndWritersRepaired.class.wait();
    }
    writing = true;
  }

  static synchronized void stopWriting() {
    writing = false;
    ReadersAndWritersRepaired.class.notifyAll();
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
    int readerCount = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int writerCount = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    for (int i = 0; i < readerCount; i++) {
      spawn(() -> {
        startReading();
        assert first == second : "half-written";
        stopReading();
      });
    }
    for (int i = 0; i < writerCount; i++) {
      spawn(() -> {
        startWriting();
        first++;
        second++;
        stopWriting();
      });
    }
  }
}
