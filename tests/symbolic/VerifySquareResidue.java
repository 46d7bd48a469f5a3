//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VerifySquareResidue {
  public static void main(String[] args) {
    int x = Verifier.nondetInt();
    assert x * x != 7;
  }
}
