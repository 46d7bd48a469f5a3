//@ check: --clock free
//@ expect: holds
// Sleeps one after the other add up.

public class TwoSleepsAddUp {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Thread.sleep(5);
        Thread.sleep(6);
        assert System.nanoTime() - start >= 11_000_000L;
    }
}
