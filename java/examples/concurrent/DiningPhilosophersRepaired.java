//@ args: 3
//@ expect: holds
//@ large: 5
//@ source: E. W. Dijkstra, Hierarchical ordering of sequential processes, Acta Informatica 1(2), 1971

/**
 * {@link DiningPhilosophers} with numbered forks: the lower number is taken first, so that no cycle can close.
 *
 * <p>Argument: philosophers.
 */
public class DiningPhilosophersRepaired {
  static class Philosopher extends Thread {
    private final Object lower;
    private final Object higher;

    Philosopher(int seat, Object lower, Object higher) {
      super("philosopher " + seat);
      this.lower = lower;
      this.higher = higher;
    }

    @Override
    public void run() {
      synchronized (lower) {
        synchronized (higher) {
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
      int left = i;
      int right = (i + 1) % seats;
      new Philosopher(i, forks[Math.min(left, right)], forks[Math.max(left, right)]).start();
    }
  }
}
