//@ args: 1
//@ expect: holds
//@ large: 3
//@ source: D. L. Parnas, On a solution to the cigarette smoker's problem (without conditional statements), CACM 18(3), 1975

/**
 * {@link CigaretteSmokers} with a table that knows what lies on it: a smoker takes both things or none.
 *
 * <p>Argument: rounds of the agent; round r serves smoker r mod 3.
 */
public class CigaretteSmokersRepaired {
  /** The smoker whose two ingredients lie on the table, -1 if it is empty, 3 if the shop is closed. */
  static int served = -1;

  static synchronized boolean take(int smoker) throws InterruptedException {
    while (served != smoker && served != 3) {
      CigaretteSmokersRepaired.class.wait();
    }
    if (served == 3) {
      return false;
    }
    served = -1;
    CigaretteSmokersRepaired.class.notifyAll();
    return true;
  }

  static synchronized void serve(int smoker) throws InterruptedException {
    while (served != -1) {
      CigaretteSmokersRepaired.class.wait();
    }
    served = smoker;
    CigaretteSmokersRepaired.class.notifyAll();
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
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    for (int i = 0; i < 3; i++) {
      int smoker = i;
      spawn(() -> {
        while (take(smoker)) {
          Thread.yield();
        }
      });
    }
    for (int round = 0; round < rounds; round++) {
      serve(round % 3);
    }
    serve(3);
  }
}
