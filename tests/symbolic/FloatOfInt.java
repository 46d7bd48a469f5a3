//@ expect-symbolic: violated
// A float has 24 bits.

import hazard.Symbolic;

public class FloatOfInt {
    public static void main(String[] args) {
        int n = Symbolic.integer("n");
        assert (int) (float) n == n;
    }
}
