//@ expect-symbolic: violated
// Most doubles are no floats.

import hazard.Symbolic;

public class DoubleNarrowed {
    public static void main(String[] args) {
        double d = Symbolic.anyDouble("d");
        if (d == d) {
            assert (float) d == d;
        }
    }
}
