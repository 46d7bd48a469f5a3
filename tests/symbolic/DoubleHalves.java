//@ expect-symbolic: holds
// Halves of small numbers are exact.

import hazard.Symbolic;

public class DoubleHalves {
    public static void main(String[] args) {
        int n = Symbolic.integer("n", -1000000, 1000000);
        assert n * 0.5 + n * 0.5 == n;
    }
}
