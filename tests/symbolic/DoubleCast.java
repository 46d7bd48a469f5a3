//@ expect-symbolic: holds
// A cast cuts off what comes after the point.

import hazard.Symbolic;

public class DoubleCast {
    public static void main(String[] args) {
        double x = Symbolic.real("x", 0, 1000);
        int i = (int) x;
        assert i <= x && x < i + 1;
    }
}
