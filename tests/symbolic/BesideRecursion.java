//@ expect-symbolic: violated
// The recursion has no bottom that all inputs reach soon: a search that follows it down first never looks beside it. It is
// wrong for steps = 12 alone.

import org.sosy_lab.sv_benchmarks.Verifier;

public class BesideRecursion {
    static int climb(int steps) {
        return steps <= 0 ? 0 : 1 + climb(steps - 1);
    }

    public static void main(String[] args) {
        int steps = Verifier.nondetInt();
        int height = climb(steps);
        assert height != 12;
    }
}
