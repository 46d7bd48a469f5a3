//@ check:
//@ expect: unsupported
//@ exit: 4
//@ message: Verify.setFieldAttribute
// Values that carry attributes wherever they go are not to be had.
import gov.nasa.jpf.vm.Verify;

public class VerifyFieldAttribute {
    int field;

    public static void main(String[] args) {
        Verify.setFieldAttribute(new VerifyFieldAttribute(), "field", 3);
    }
}
