//@ expect-symbolic: violated
// Once b is known to be true the loop has one way to go, for ever; the other one must have its turn.

import hazard.Symbolic;

public class StarvedBranch {
    public static void main(String[] args) {
        boolean b = Symbolic.bool("b");
        int i = 0;
        while (true) {
            i++;
            assert b;
        }
    }
}
