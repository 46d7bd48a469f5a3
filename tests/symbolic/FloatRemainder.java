//@ expect-symbolic: holds
// A remainder is smaller than the divisor.

import hazard.Symbolic;

public class FloatRemainder {
    public static void main(String[] args) {
        int a = Symbolic.integer("a", -1000, 1000);
        float x = a;
        assert x % 8 < 8 && x % 8 > -8;
    }
}
