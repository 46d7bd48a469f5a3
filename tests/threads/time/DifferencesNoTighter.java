//@ check: --clock free
//@ expect: assertion
// And no more than what follows.

public class DifferencesNoTighter {
    public static void main(String[] args) {
        long x = System.nanoTime();
        long y = System.nanoTime();
        long z = System.nanoTime();
        if (y - x > 5 && z - y > 7) {
            assert z - x > 14;
        }
    }
}
