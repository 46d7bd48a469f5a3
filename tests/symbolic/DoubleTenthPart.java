//@ expect-symbolic: violated
// A tenth of three is not three tenths.

import hazard.Symbolic;

public class DoubleTenthPart {
    public static void main(String[] args) {
        int n = Symbolic.integer("n", 0, 100);
        assert n * 0.1 == n / 10.0;
    }
}
