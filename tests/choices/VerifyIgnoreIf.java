//@ check:
//@ expect: holds
// Division by zero is only reachable on the paths that are ignored.
import gov.nasa.jpf.vm.Verify;
public class VerifyIgnoreIf {
    static int q;
    public static void main(String[] args) { int d = Verify.getInt(-2, 2); Verify.ignoreIf(d == 0); q = 100 / d; }
}
