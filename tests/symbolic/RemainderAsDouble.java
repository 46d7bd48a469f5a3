//@ expect-symbolic: violated
// Minus the smallest int is itself: its remainder is negative, and stays so as a double.

import org.sosy_lab.sv_benchmarks.Verifier;

public class RemainderAsDouble {
    public static void main(String[] args) {
        int input = Verifier.nondetInt();
        if (input > 0) {
            return;
        }
        int remainder = -input % 10;
        double next = remainder + 1;
        assert next > -7;
    }
}
