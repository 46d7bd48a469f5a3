//@ check: --search random --max-time 15s
//@ expect: assertion
// One of two hundred threads loses an update.

public class TwoHundredCount {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[200];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> count++);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == 200;
    }
}
