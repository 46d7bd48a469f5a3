//@ outputs: 1 2 | 3 2 | 3 4
//@ expect: holds
// Each size is compared with the other before it is set, and nothing keeps both from being set meanwhile.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class SizesUnchecked {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 4, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        Thread other = new Thread(() -> {
            try {
                pool.setCorePoolSize(3);
            } catch (IllegalArgumentException tooLarge) {
                // The other was first.
            }
        });
        other.start();
        try {
            pool.setMaximumPoolSize(2);
        } catch (IllegalArgumentException tooSmall) {
            // The other was first.
        }
        other.join();
        System.out.println(pool.getCorePoolSize() + " " + pool.getMaximumPoolSize());
    }
}
