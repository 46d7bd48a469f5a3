//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VXorSwap {
  public static void main(String[] args) throws Exception {
    int a=Verifier.nondetInt(), b=Verifier.nondetInt();
    int x=a,y=b;
    x=x+y;
    y=x-y;
    x=x-y;
    assert x==b && y==a;
  }
}
