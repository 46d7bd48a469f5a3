//@ check:
//@ expect: holds
//@ outputs: - | Count = 0] | Count = 1]

// The text of a latch says how far it is. Whoever sees the flag may look before the latch is counted down, or after it.
import java.util.concurrent.CountDownLatch;

public class LatchToldAsText {
    static volatile boolean flag;
    static String seen = "-";

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread counts = new Thread(() -> {
            flag = true;
            latch.countDown();
        });
        Thread looks = new Thread(() -> {
            if (flag) {
                String text = latch.toString();
                seen = text.substring(text.indexOf('[') + 1);
            }
        });
        counts.start();
        looks.start();
        counts.join();
        looks.join();
        System.out.println(seen);
    }
}
