//@ check:
//@ expect: holds
import org.sosy_lab.sv_benchmarks.Verifier;
public class VerifierBooleans {
    public static void main(String[] args) { boolean a = Verifier.nondetBoolean(), b = Verifier.nondetBoolean(), c = Verifier.nondetBoolean(); assert (a && b || c) == ((a || c) && (b || c)) : "distributive"; }
}
