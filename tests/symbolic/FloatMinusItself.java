//@ expect-symbolic: violated
// Infinity minus infinity is NaN.

import hazard.Symbolic;

public class FloatMinusItself {
    public static void main(String[] args) {
        float x = Symbolic.anyFloat("x");
        if (x == x) {
            assert x - x == 0;
        }
    }
}
