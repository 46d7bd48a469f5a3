//@ expect-symbolic: violated
// A double has 53 bits, a long 64.

import hazard.Symbolic;

public class DoubleOfLong {
    public static void main(String[] args) {
        long n = Symbolic.longInteger("n", Long.MIN_VALUE, Long.MAX_VALUE);
        assert (long) (double) n == n;
    }
}
