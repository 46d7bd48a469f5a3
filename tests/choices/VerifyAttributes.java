//@ check:
//@ expect: holds
// Objects carry numbers that nobody else sees.
import gov.nasa.jpf.vm.Verify;
import java.util.Arrays;

public class VerifyAttributes {
    public static void main(String[] args) {
        Object one = "one", other = new int[0];
        assert Verify.getObjectAttribute(one) == 0 && Verify.getObjectAttributes(one) == null;
        Verify.setObjectAttribute(one, 7);
        assert Verify.getObjectAttribute(one) == 7 && Verify.getObjectAttribute(other) == 0;
        Verify.addObjectAttribute(one, 8);
        assert Arrays.equals(Verify.getObjectAttributes(one), new int[] {8, 7});
        Verify.setObjectAttribute(null, 1);
        assert Verify.getObjectAttribute(null) == 0;
    }
}
