//@ expect-symbolic: violated
// One by minus zero is minus infinity.

import hazard.Symbolic;

public class FloatReciprocal {
    public static void main(String[] args) {
        float x = Symbolic.anyFloat("x");
        assert 1 / x != Float.NEGATIVE_INFINITY;
    }
}
