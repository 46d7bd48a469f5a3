//@ expect-symbolic: holds
// The least common denominator of an integer and a tiny constant is large: the comparison does without it.

import hazard.Symbolic;

public class DoubleTinyBound {
    public static void main(String[] args) {
        int a = Symbolic.integer("a", -128, 127);
        double d = Math.max(1e-10, (double) (a + 128 + (char) a));
        assert d > 1e-11;
        assert (double) a > 1e-300 == a > 0;
        assert (double) a < -4.9e-324 == a < 0;
        assert (double) a != 1e-10;
        assert (double) a < 1e300 && (double) a > -1e300;
    }
}
