//@ check: --clock free
//@ expect: holds
// No sleep ends early.

public class SleepIsNotShort {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Thread.sleep(5);
        assert System.nanoTime() - start >= 5_000_000L;
        long millis = System.currentTimeMillis();
        Thread.sleep(7);
        assert System.currentTimeMillis() >= millis + 7;
    }
}
