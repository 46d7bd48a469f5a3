//@ expect-symbolic: holds
// The maximum is neither less than one nor the other.

import hazard.Symbolic;

public class DoubleMaximum {
    public static void main(String[] args) {
        double a = Symbolic.anyDouble("a"), b = Symbolic.anyDouble("b");
        if (a == a && b == b) {
            assert Math.max(a, b) >= a && Math.max(a, b) >= b;
        }
    }
}
