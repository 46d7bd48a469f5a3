//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VMidBad {
  public static void main(String[] args) throws Exception {
    int a=Verifier.nondetInt(), b=Verifier.nondetInt();
    Verifier.assume(a>=0 && b>=a);
    int m=(a+b)/2;
    assert m>=a && m<=b;
  }
}
