//@ args: 3
//@ expect: deadlock
//@ large: 8
//@ source: E. W. Dijkstra, Hierarchical ordering of sequential processes, Acta Informatica 1(2), 1971

/**
 * Philosophers around a table, each takes the left fork and then the right one.
 *
 * <p>Deadlock: all hold their left fork. Argument: philosophers.
 */
public class DiningPhilosophers {
  static class Philosopher extends Thread {
    private final Object left;
    private final Object right;

    Philosopher(int seat, Object left, Object right) {
      super("philosopher " + seat);
      this.left = left;
      this.right = right;
    }

    @Override
    public void run() {
      synchronized (left) {
        synchronized (right) {
          eat();
        }
      }
    }

    private void eat() {}
  }

  public static void main(String[] args) throws Exception {
    int seats = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    Object[] forks = new Object[seats];
    for (int i = 0; i < seats; i++) {
      forks[i] = new Object();
    }
    for (int i = 0; i < seats; i++) {
      new Philosopher(i, forks[i], forks[(i + 1) % seats]).start();
    }
  }
}
