//@ expect: deadlock
//@ ask: Pmax=? [ F "deadlock" ] = 1/2
//@ ask: Pmin=? [ F "deadlock" ] = 0

import hazard.Coin;

/** Two threads take two locks in an order that each draws by lot: they can block each other only if the lots differ. */
public class OrderByLot {
  static final Object left = new Object();
  static final Object right = new Object();

  static void take() {
    boolean leftFirst = Coin.flip() == 0;
    synchronized (leftFirst ? left : right) {
      synchronized (leftFirst ? right : left) {
        return;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(OrderByLot::take, "first");
    Thread second = new Thread(OrderByLot::take, "second");
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
