//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VerifyBoxIdentity {
  public static void main(String[] args) {
    Integer a = Verifier.nondetInt();
    Integer b = Verifier.nondetInt();
    Verifier.assume(a.equals(b));
    assert a == b;
  }
}
