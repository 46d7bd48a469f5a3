//@ check:
//@ expect: unsupported
// Four thousand million successors are not enumerated; symbolic execution is for that.
import org.sosy_lab.sv_benchmarks.Verifier;
public class VerifierUnboundedInt {
    public static void main(String[] args) { int n = Verifier.nondetInt(); if (n == 123456) throw new RuntimeException("found"); }
}
