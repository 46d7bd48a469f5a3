//@ expect-symbolic: violated
// Three tenths times ten are more than three.

import hazard.Symbolic;

public class FloatTenths {
    public static void main(String[] args) {
        int n = Symbolic.integer("n", 0, 10);
        assert n * 0.1 * 10 == n : n;
    }
}
