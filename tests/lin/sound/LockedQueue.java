import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/** A queue behind a lock; an empty one throws. */
public class LockedQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Integer> items = new ArrayDeque<>();

  public void add(int item) {
    lock.lock();
    try {
      items.addLast(item);
    } finally {
      lock.unlock();
    }
  }

  public int remove() {
    lock.lock();
    try {
      return items.removeFirst();
    } finally {
      lock.unlock();
    }
  }
}
