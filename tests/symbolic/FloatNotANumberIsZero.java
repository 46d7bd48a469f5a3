//@ expect-symbolic: violated
// NaN becomes zero.

import hazard.Symbolic;

public class FloatNotANumberIsZero {
    public static void main(String[] args) {
        float x = Symbolic.anyFloat("x");
        if (x != x) {
            assert (int) x != 0;
        }
    }
}
