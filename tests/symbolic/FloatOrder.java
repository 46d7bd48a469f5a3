//@ expect-symbolic: holds
// What is less is not more.

import hazard.Symbolic;

public class FloatOrder {
    public static void main(String[] args) {
        float a = Symbolic.anyFloat("a"), b = Symbolic.anyFloat("b");
        if (a < b) {
            assert !(b < a);
        }
    }
}
