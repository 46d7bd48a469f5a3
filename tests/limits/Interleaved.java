/** Six threads and one lock: far too many states for any limit here. */
public class Interleaved {
    static final int[] CELLS = new int[6];

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[CELLS.length];
        for (int index = 0; index < threads.length; index++) {
            int me = index;
            threads[index] = new Thread(() -> {
                for (int round = 0; round < 20; round++) {
                    synchronized (CELLS) {
                        CELLS[me] = CELLS[(me + 1) % CELLS.length] + round;
                    }
                }
            });
            threads[index].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
