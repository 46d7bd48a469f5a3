//@ check:
//@ expect: exception
// random(3) is 0 to 3, both included; the array has no element 3.
import gov.nasa.jpf.vm.Verify;
public class VerifyRandomRange {
    public static void main(String[] args) { int[] a = new int[3]; a[Verify.random(3)]++; }
}
