//@ expect-symbolic: holds
// Doubling is exact while it does not overflow.

import hazard.Symbolic;

public class FloatTwice {
    public static void main(String[] args) {
        float x = Symbolic.anyFloat("x");
        if (x > 0 && x < 1e10f) {
            assert x * 2 > x;
        }
    }
}
