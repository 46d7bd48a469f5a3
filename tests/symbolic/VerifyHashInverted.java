//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VerifyHashInverted {
  public static void main(String[] args) {
    int x = Verifier.nondetInt();
    x ^= x >>> 16;
    x *= 0x85ebca6b;
    x ^= x >>> 13;
    assert x != 12345;
  }
}
