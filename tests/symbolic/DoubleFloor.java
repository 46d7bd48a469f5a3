//@ expect-symbolic: holds
// The floor is not above.

import hazard.Symbolic;

public class DoubleFloor {
    public static void main(String[] args) {
        double x = Symbolic.real("x", -100, 100);
        assert Math.floor(x) <= x;
    }
}
