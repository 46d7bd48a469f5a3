//@ args: 2
//@ expect: deadlock
//@ large: 20
//@ source: E. G. Coffman, M. J. Elphick and A. Shoshani, System deadlocks, Computing Surveys 3(2), 1971

/**
 * The smallest deadlock: two threads, two locks, opposite orders.
 *
 * <p>Argument: how often each thread takes both.
 */
public class Deadlock {
  static final Object first = new Object();
  static final Object second = new Object();
  static int entries;

  static void both(Object outer, Object inner, int rounds) {
    for (int round = 0; round < rounds; round++) {
      synchronized (outer) {
        synchronized (inner) {
          entries++;
        }
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    new Thread(() -> both(first, second, rounds), "forwards").start();
    new Thread(() -> both(second, first, rounds), "backwards").start();
  }
}
