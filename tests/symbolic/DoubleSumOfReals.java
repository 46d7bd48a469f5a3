//@ expect-symbolic: violated
// Adding and taking away again is not exact.

import hazard.Symbolic;

public class DoubleSumOfReals {
    public static void main(String[] args) {
        double x = Symbolic.real("x", 0, 1);
        assert x + 1 - 1 == x;
    }
}
