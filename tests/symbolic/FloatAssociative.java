//@ expect-symbolic: violated
// Sums of floats depend on the order.

import hazard.Symbolic;

public class FloatAssociative {
    public static void main(String[] args) {
        float a = Symbolic.anyFloat("a"), b = Symbolic.anyFloat("b"), c = Symbolic.anyFloat("c");
        if (a > 1 && a < 2 && b > 1 && b < 2 && c > 1 && c < 2) {
            assert (a + b) + c == a + (b + c);
        }
    }
}
