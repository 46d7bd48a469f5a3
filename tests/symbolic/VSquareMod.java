//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VSquareMod {
  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    Verifier.assume(x>=0 && x<46341);
    int s=x*x%4;
    assert s==0||s==1;
  }
}
