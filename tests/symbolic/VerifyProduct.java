//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VerifyProduct {
  public static void main(String[] args) {
    int x = Verifier.nondetInt();
    int y = Verifier.nondetInt();
    assert x * y != 7;
  }
}
