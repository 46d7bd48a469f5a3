//@ check:
//@ expect: assertion
import gov.nasa.jpf.vm.Verify;
public class VerifyAssertTrue {
    public static void main(String[] args) { int x = Verify.getInt(-3, 3), y = Verify.getInt(-3, 3); Verify.assertTrue(x * x + y * y != 13); }
}
