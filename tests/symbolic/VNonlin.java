//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VNonlin {
  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    Verifier.assume(x>0 && x<10000);
    assert x*x != 5041;
  }
}
