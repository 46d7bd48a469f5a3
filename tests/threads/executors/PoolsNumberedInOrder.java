//@ outputs: pool-1-thread-1 pool-2-thread-1 | pool-2-thread-1 pool-1-thread-1
//@ expect: holds
// Pools get numbers as they are made, by whichever thread.
import java.util.concurrent.Executors;

public class PoolsNumberedInOrder {
    static String name() {
        return Executors.defaultThreadFactory().newThread(() -> {}).getName();
    }

    public static void main(String[] args) throws InterruptedException {
        String[] names = new String[2];
        Thread other = new Thread(() -> names[0] = name());
        other.start();
        names[1] = name();
        other.join();
        System.out.println(names[0] + " " + names[1]);
    }
}
