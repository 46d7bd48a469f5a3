//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VerifyBinomial {
  public static void main(String[] args) {
    int a = Verifier.nondetInt();
    int b = Verifier.nondetInt();
    assert (a + b) * (a - b) == a * a - b * b;
  }
}
