//@ check:
//@ expect: holds
//@ outputs: - | Locked by thread owner] | Unlocked]

// The text of a lock says who holds it. Whoever sees the flag may look while the owner holds the lock, or after that.
import java.util.concurrent.locks.ReentrantLock;

public class OwnerToldAsText {
    static volatile boolean flag;
    static String seen = "-";

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread owns = new Thread(() -> {
            lock.lock();
            flag = true;
            lock.unlock();
        }, "owner");
        Thread looks = new Thread(() -> {
            if (flag) {
                String text = lock.toString();
                seen = text.substring(text.indexOf('[') + 1);
            }
        });
        owns.start();
        looks.start();
        owns.join();
        looks.join();
        System.out.println(seen);
    }
}
