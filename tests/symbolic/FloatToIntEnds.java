//@ expect-symbolic: violated
// What does not fit becomes the largest int.

import hazard.Symbolic;

public class FloatToIntEnds {
    public static void main(String[] args) {
        float x = Symbolic.anyFloat("x");
        if (x > 1e9f) {
            assert (int) x != Integer.MAX_VALUE;
        }
    }
}
