//@ args: 1
//@ expect: deadlock
//@ large: 4
//@ source: after the deadlocks between logger and appender reported against logging libraries

/**
 * A logger locks itself, then its appender, to write a record; rendering a record calls back into the program.
 *
 * <p>Deadlock: one thread logs an object whose text takes the object's lock, while another holds that object's lock and logs.
 * Argument: records per thread.
 */
public class AppenderDeadlock {
  static class Appender {
    private int written;

    synchronized void append(Object record) {
      written += record.toString().length();
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
    new Thread(() -> {
      for (int i = 0; i < records; i++) {
        appender.append(session);
      }
    }, "monitor").start();
    new Thread(() -> {
      for (int i = 0; i < records; i++) {
        session.close();
      }
    }, "closer").start();
  }
}
