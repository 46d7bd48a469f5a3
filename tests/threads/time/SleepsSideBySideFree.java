//@ check: --clock free
//@ expect: assertion
//@ message: slow
// But nobody promises that.

public class SleepsSideBySideFree {
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
        assert millis < 150 : "slow";
    }
}
