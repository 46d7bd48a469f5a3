//@ told: alice->bob starts, calls Lock.lock on this.lock LockOrder.java:14 lock.lock();
//@ told: calls Lock.lock on other.lock, waits for a ReentrantLock (other.lock) that "alice->bob" holds since LockOrder.java:14
//@ told: calls Lock.lock on other.lock, waits for a ReentrantLock (other.lock) that "bob->alice" holds since LockOrder.java:14
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Two transfers take two locks in different orders. Each thread's own variables are called what its code calls them. */
public class LockOrder {
  static class Account {
    final Lock lock = new ReentrantLock();
    int balance = 100;

    void transferTo(Account other, int amount) {
      lock.lock();
      try {
        other.lock.lock();
        try {
          balance -= amount;
          other.balance += amount;
        } finally {
          other.lock.unlock();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] args) {
    Account alice = new Account();
    Account bob = new Account();
    new Thread(() -> alice.transferTo(bob, 10), "alice->bob").start();
    new Thread(() -> bob.transferTo(alice, 20), "bob->alice").start();
  }
}
