//@ check: --clock free
//@ expect: holds
// What follows from differences holds.

public class TimeGoesForwards {
    public static void main(String[] args) {
        long x = System.nanoTime();
        long y = System.nanoTime();
        long z = System.nanoTime();
        assert x <= y && y <= z;
        if (y - x > 5 && z - y > 7) {
            assert z - x > 13;
        }
        assert y - x <= 5 || z - x >= 3;
        if ((z - x) / 1_000_000 >= 20) {
            assert z - x >= 20_000_000;
        }
        if (z - x < 1_000_000) {
            assert (z - x) / 1_000_000 == 0;
        }
    }
}
