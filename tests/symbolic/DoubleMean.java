//@ expect-symbolic: violated
// The sum of two large numbers is infinite.

import hazard.Symbolic;

public class DoubleMean {
    public static void main(String[] args) {
        double a = Symbolic.anyDouble("a"), b = Symbolic.anyDouble("b");
        if (a > 0 && b > 0 && a < Double.POSITIVE_INFINITY && b < Double.POSITIVE_INFINITY) {
            assert (a + b) / 2 < Double.POSITIVE_INFINITY;
        }
    }
}
