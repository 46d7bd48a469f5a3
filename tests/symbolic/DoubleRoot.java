//@ expect-symbolic: holds
// No root of what is not negative is negative, or no number.

import hazard.Symbolic;

public class DoubleRoot {
    public static void main(String[] args) {
        double x = Symbolic.anyDouble("x");
        if (x >= 0) {
            assert Math.sqrt(x) >= 0;
        }
    }
}
