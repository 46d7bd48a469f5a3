//@ args: 2 1
//@ expect: assertion
//@ large: 3 2
//@ source: P. J. Courtois, F. Heymans and D. L. Parnas, Concurrent control with "readers" and "writers", CACM 14(10), 1971

/**
 * Readers share a document, writers are to be alone with it.
 *
 * <p>Violation: a reader waits for the writer and is counted in two critical sections; a writer may start between them.
 * Arguments: readers, writers.
 */
public class ReadersAndWriters {
  static volatile int readers;
  static boolean writing;
  static int first;
  static int second;

  static void startReading() throws InterruptedException {
    synchronized (ReadersAndWriters.class) {
      while (writing) {
        ReadersAndWriters.class.wait();
      }
    }
    changeReaders(1);
  }

  static synchronized void changeReaders(int by) {
    readers += by;
    ReadersAndWriters.class.notifyAll();
  }

  static synchronized void startWriting() throws InterruptedException {
    while (writing || readers > 0) {
      ReadersAndWriters.class.wait();
    }
    writing = true;
  }

  static synchronized void stopWriting() {
    writing = false;
    ReadersAndWriters.class.notifyAll();
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
        changeReaders(-1);
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
