//@ check: --all-errors
//@ expect: holds
//@ end-states: 15
// One choice among the sets of two of six bits: 6 over 2 ways, each of which changes exactly two of them.
import gov.nasa.jpf.vm.Verify;

public class VerifyBitFlip {
    static long flipped;

    public static void main(String[] args) {
        flipped = Verify.getBitFlip(21L, 2, 6);
        assert Long.bitCount(flipped ^ 21) == 2 && flipped < 64;
        assert !Verify.getBitFlip(true);
    }
}
