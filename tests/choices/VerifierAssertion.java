//@ check:
//@ expect: assertion
import org.sosy_lab.sv_benchmarks.Verifier;
public class VerifierAssertion {
    public static void main(String[] args) { boolean a = Verifier.nondetBoolean(), b = Verifier.nondetBoolean(); assert (a ^ b) == (a | b) : "not when both hold"; }
}
