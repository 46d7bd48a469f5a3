//@ check:
//@ expect: holds
//@ outputs: - | 0 | 1

// The text of a lock says how many readers it has. Whoever sees the flag may look while the reader holds the lock, or after that.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersToldAsText {
    static volatile boolean flag;
    static String seen = "-";

    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Thread reads = new Thread(() -> {
            lock.readLock().lock();
            flag = true;
            lock.readLock().unlock();
        });
        Thread looks = new Thread(() -> {
            if (flag) {
                String text = lock.toString();
                seen = text.substring(text.length() - 2, text.length() - 1);
            }
        });
        reads.start();
        looks.start();
        reads.join();
        looks.join();
        System.out.println(seen);
    }
}
