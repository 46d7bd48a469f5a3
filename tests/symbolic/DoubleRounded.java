//@ expect-symbolic: violated
// Rint rounds a half to even.

import hazard.Symbolic;

public class DoubleRounded {
    public static void main(String[] args) {
        int n = Symbolic.integer("n", 0, 10);
        assert Math.rint(n + 0.5) == n + 1;
    }
}
