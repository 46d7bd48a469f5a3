//@ args: 2
//@ expect: deadlock
//@ large: 4
//@ source: after the deadlock reports against object-pool libraries

/**
 * A pool of objects with an evictor that runs beside the borrowers.
 *
 * <p>Deadlock: a borrower holds the pool and asks the factory for an object, the evictor holds the factory and asks the pool
 * to drop one. Argument: borrowers.
 */
public class PoolLockOrder {
  static class Factory {
    private int made;

    synchronized void make() {
      made++;
    }

    synchronized void destroyIdle(Pool pool) {
      pool.dropIdle();
      made--;
    }
  }

  static class Pool {
    private final Factory factory;
    private int idle;

    Pool(Factory factory) {
      this.factory = factory;
    }

    synchronized void borrow() {
      if (idle == 0) {
        factory.make();
      } else {
        idle--;
      }
    }

    synchronized void giveBack() {
      idle++;
    }

    synchronized void dropIdle() {
      if (idle > 0) {
        idle--;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int borrowers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    Factory factory = new Factory();
    Pool pool = new Pool(factory);
    for (int i = 0; i < borrowers; i++) {
      new Thread(() -> {
        pool.borrow();
        pool.giveBack();
      }, "borrower " + i).start();
    }
    new Thread(() -> factory.destroyIdle(pool), "evictor").start();
  }
}
