//@ check:
//@ expect: holds
//@ states: 4
// A counter that is stepped or reset, modulo 4.
import gov.nasa.jpf.vm.Verify;
public class VerifyCounter {
    public static void main(String[] args) { int n = 0; while (true) n = Verify.getBoolean() ? (n + 1) % 4 : 0; }
}
