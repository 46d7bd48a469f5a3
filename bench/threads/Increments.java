/** Threads that increment a shared variable without a lock: THREADS INCREMENTS. */
public class Increments {
    static int x;

    public static void main(String[] args) {
        int increments = Integer.parseInt(args[1]);
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < increments; j++) {
                    x++;
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
    }
}
