//@ check:
//@ expect: holds
//@ outputs: - | Permits = 0] | Permits = 1]

// The text of a semaphore says how many permits it has. Whoever sees the flag may look before the permit is given back, or after it.
import java.util.concurrent.Semaphore;

public class PermitsToldAsText {
    static volatile boolean flag;
    static String seen = "-";

    public static void main(String[] args) throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        Thread gives = new Thread(() -> {
            flag = true;
            semaphore.release();
        });
        Thread looks = new Thread(() -> {
            if (flag) {
                String text = "" + semaphore;
                seen = text.substring(text.indexOf('[') + 1);
            }
        });
        gives.start();
        looks.start();
        gives.join();
        looks.join();
        System.out.println(seen);
    }
}
