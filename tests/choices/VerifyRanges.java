//@ check: --all-errors
//@ expect: holds
//@ end-states: 12
// Ends in either order, lists with and without values.
import gov.nasa.jpf.vm.Verify;

public class VerifyRanges {
    static int a, b;
    static float c;

    public static void main(String[] args) {
        a = Verify.getInt(2, 1);
        b = Verify.random(-2);
        c = Verify.getFloatFromList(0.5f, 2);
        assert Verify.getIntFromList() == 0;
        assert a >= 1 && a <= 2 && b >= -2 && b <= 0 && (c == 0.5f || c == 2);
    }
}
