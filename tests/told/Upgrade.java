//@ told: "Thread-0" at Upgrade.java:15 waits for a ReentrantReadWriteLock (Upgrade.lock) that "Thread-0" holds for reading since Upgrade.java:12
//@ told: Thread-0 starts, calls ReadLock.lock
//@ told: Thread-0 calls WriteLock.lock, waits for a ReentrantReadWriteLock (Upgrade.lock) that "Thread-0" holds for reading since Upgrade.java:12
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader who wants to write waits for itself. */
public class Upgrade {
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  static int value;

  static void upgrade() {
    lock.readLock().lock();
    try {
      if (value == 0) {
        lock.writeLock().lock();
        value = 1;
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] args) {
    new Thread(Upgrade::upgrade).start();
    new Thread(Upgrade::upgrade).start();
  }
}
