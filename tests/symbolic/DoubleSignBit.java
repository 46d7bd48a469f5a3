//@ expect-symbolic: holds
// Numbers below zero have their sign bit set.

import hazard.Symbolic;

public class DoubleSignBit {
    public static void main(String[] args) {
        double x = Symbolic.anyDouble("x");
        if (x < 0) {
            assert Double.doubleToRawLongBits(x) < 0;
        }
    }
}
