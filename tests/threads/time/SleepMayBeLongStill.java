//@ check: --clock still
//@ expect: holds
// With a clock that stands still a sleep takes what it says.

public class SleepMayBeLongStill {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Thread.sleep(5);
        if (System.nanoTime() - start > 20_000_000L) {
            throw new IllegalStateException("too late");
        }
    }
}
