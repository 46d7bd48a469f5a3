//@ args: 2
//@ expect: holds
//@ large: 4
//@ source: C. A. R. Hoare, Monitors: an operating system structuring concept, CACM 17(10), 1974 (alarm clock)

/**
 * {@link AlarmClock} whose tick wakes all sleepers; those whose time has not come sleep on.
 *
 * <p>Argument: sleepers; sleeper i wakes at time i + 1.
 */
public class AlarmClockRepaired {
  private int now;

  synchronized void wakeMeAt(int time) throws InterruptedException {
    while (now < time) {
      wait();
    }
  }

  synchronized void tick() {
    now++;
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
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    AlarmClockRepaired clock = new AlarmClockRepaired();
    for (int i = 0; i < count; i++) {
      int time = i + 1;
      spawn(() -> clock.wakeMeAt(time));
    }
    for (int i = 0; i < count; i++) {
      clock.tick();
    }
  }
}
