//@ args: 2
//@ expect: holds
//@ large: 20
//@ source: E. G. Coffman, M. J. Elphick and A. Shoshani, System deadlocks, Computing Surveys 3(2), 1971

/**
 * {@link Deadlock} with one order of locks for all.
 *
 * <p>Argument: how often each thread takes both.
 */
public class DeadlockRepaired {
  static final Object first = new Object();
  static final Object second = new Object();
  static int entries;

  static void both(int rounds) {
    for (int round = 0; round < rounds; round++) {
      synchronized (first) {
        synchronized (second) {
          entries++;
        }
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    Thread one = new Thread(() -> both(rounds), "one");
    Thread two = new Thread(() -> both(rounds), "two");
    one.start();
    two.start();
    one.join();
    two.join();
    assert entries == 2 * rounds;
  }
}
