//@ expect-symbolic: violated
// One branch computes practically for ever, without a choice; the other is wrong.

import org.sosy_lab.sv_benchmarks.Verifier;

public class BesideEndlessLoop {
    public static void main(String[] args) {
        boolean calm = Verifier.nondetBoolean();
        long sum = 0;
        while (calm) {
            sum += 3;
        }
        assert sum != 0;
    }
}
