//@ check: --clock still
//@ expect: holds
// Two sleeps take as long as one or as long as both, if the other thread starts late.

public class SleepsSideBySideStill {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        Thread.sleep(100);
        other.join();
        long millis = (System.nanoTime() - start) / 1_000_000;
        assert millis >= 100;
        assert millis <= 200 : "slow";
    }
}
