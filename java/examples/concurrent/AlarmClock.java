//@ args: 2
//@ expect: deadlock
//@ large: 4
//@ source: C. A. R. Hoare, Monitors: an operating system structuring concept, CACM 17(10), 1974 (alarm clock)

/**
 * A clock ticks; sleepers ask to be woken at a time.
 *
 * <p>Deadlock: a tick wakes one sleeper only, who may have to sleep on while the one whose time has come is not told. Argument:
 * sleepers; sleeper i wakes at time i + 1, the clock ticks until the last one's time.
 */
public class AlarmClock {
  private int now;
  private int sleepers;

  synchronized void wakeMeAt(int time) throws InterruptedException {
    sleepers++;
    notifyAll();
    while (now < time) {
      wait();
    }
  }

  synchronized void tick(int everyone) throws InterruptedException {
    while (sleepers < everyone) {
      wait();
    }
    now++;
    notify();
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
    AlarmClock clock = new AlarmClock();
    for (int i = 0; i < count; i++) {
      int time = i + 1;
      spawn(() -> clock.wakeMeAt(time));
    }
    for (int i = 0; i < count; i++) {
      clock.tick(count);
    }
  }
}
