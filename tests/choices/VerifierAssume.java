//@ check:
//@ expect: holds
import org.sosy_lab.sv_benchmarks.Verifier;
public class VerifierAssume {
    public static void main(String[] args) { boolean a = Verifier.nondetBoolean(), b = Verifier.nondetBoolean(); Verifier.assume(a != b); assert a || b; assert !(a && b); }
}
