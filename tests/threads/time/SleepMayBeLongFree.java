//@ check: --clock free
//@ expect: exception
//@ message: too late
// A sleep may take longer, and on a busy machine it does.

public class SleepMayBeLongFree {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Thread.sleep(5);
        if (System.nanoTime() - start > 20_000_000L) {
            throw new IllegalStateException("too late");
        }
    }
}
