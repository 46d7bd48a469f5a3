//@ check: --clock free
//@ expect: assertion
// They add up to no more than that.

public class TwoSleepsNoMore {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Thread.sleep(5);
        Thread.sleep(6);
        assert System.nanoTime() - start >= 11_000_001L;
    }
}
