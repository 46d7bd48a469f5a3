//@ expect-symbolic: holds
// Every float is a double.

import hazard.Symbolic;

public class FloatWidened {
    public static void main(String[] args) {
        float x = Symbolic.anyFloat("x");
        if (x == x) {
            assert (float) (double) x == x;
        }
    }
}
