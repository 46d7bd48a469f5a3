//@ expect: deadlock
//@ ask: Pmax=? [ F "deadlock" ] = 1
//@ ask: Pmin=? [ F "deadlock" ] = 1/2

import hazard.Coin;

/** A signal is given only if a coin says so, and is lost on who does not wait yet. */
public class NotifyByLot {
  static final Object signal = new Object();

  public static void main(String[] args) {
    Thread waiter = new Thread(() -> {
      synchronized (signal) {
        try {
          signal.wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }, "waiter");
    waiter.start();
    if (Coin.flip() == 1) {
      synchronized (signal) {
        signal.notify();
      }
    }
  }
}
