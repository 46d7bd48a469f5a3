//@ expect-symbolic: violated
// NaN is not equal to itself.

import hazard.Symbolic;

public class FloatItself {
    public static void main(String[] args) {
        double x = Symbolic.anyDouble("x");
        assert x == x;
    }
}
