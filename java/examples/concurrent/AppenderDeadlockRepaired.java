//@ args: 1
//@ expect: holds
//@ large: 4
//@ source: after the deadlocks between logger and appender reported against logging libraries

/**
 * {@link AppenderDeadlock} with the text rendered before the appender's lock is taken: no foreign code under a lock.
 *
 * <p>Argument: records per thread.
 */
public class AppenderDeadlockRepaired {
  static class Appender {
    private int written;

    void append(Object record) {
      int length = record.toString().length();
      synchronized (this) {
        written += length;
      }
    }
  }

  static class Session {
    private final Appender appender;

    Session(Appender appender) {
      this.appender = appender;
    }

    synchronized void close() {
      appender.append("closed");
    }

    @Override
    public synchronized String toString() {
      return "session";
    }
  }

  public static void main(String[] args) throws Exception {
    int records = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    Appender appender = new Appender();
    Session session = new Session(appender);
    Thread monitor = new Thread(() -> {
      for (int i = 0; i < records; i++) {
        appender.append(session);
      }
    }, "monitor");
    Thread closer = new Thread(() -> {
      for (int i = 0; i < records; i++) {
        session.close();
      }
    }, "closer");
    monitor.start();
    closer.start();
    monitor.join();
    closer.join();
    assert appender.written == records * ("session".length() + "closed".length());
  }
}
