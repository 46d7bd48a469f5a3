//@ expect-symbolic: holds
// A double has 53 bits.

import hazard.Symbolic;

public class DoubleOfInt {
    public static void main(String[] args) {
        int n = Symbolic.integer("n");
        assert (int) (double) n == n;
    }
}
