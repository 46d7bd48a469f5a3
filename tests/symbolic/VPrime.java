//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VPrime {
  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt(), y=Verifier.nondetInt();
    Verifier.assume(x>1 && y>1 && x<1000 && y<1000);
    assert x*y != 7919;
  }
}
