/** A lost update that is found at once; the way there with the fewest switches is not. */
public class LateLoss {
    static int counter;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[5];
        for (int index = 0; index < threads.length; index++) {
            threads[index] = new Thread(() -> {
                for (int round = 0; round < 6; round++) {
                    counter++;
                }
            });
            threads[index].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert counter > 25 : "lost " + counter;
    }
}
