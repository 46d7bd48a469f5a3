//@ expect-symbolic: violated
// The length may be any int at first; conditions leave few values on each path. A length of five leaves no room for the mark.

import org.sosy_lab.sv_benchmarks.Verifier;

public class AnyLength {
    public static void main(String[] args) {
        int length = Verifier.nondetInt();
        Verifier.assume(length >= 0 && length <= 20);
        boolean[] marks = new boolean[length];
        if (length > 3) {
            marks[length - 1] = true;
        }
        assert length < 5 || length > 5 || !marks[4];
    }
}
