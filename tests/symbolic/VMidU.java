//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VMidU {
  public static void main(String[] args) throws Exception {
    int a=Verifier.nondetInt(), b=Verifier.nondetInt();
    Verifier.assume(a>=0 && b>=a);
    int m=(a+b)>>>1;
    assert m>=a && m<=b;
  }
}
