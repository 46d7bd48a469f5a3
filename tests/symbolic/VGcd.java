//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VGcd {
  public static void main(String[] args) throws Exception {
    int a=Verifier.nondetInt(), b=Verifier.nondetInt();
    Verifier.assume(a>0&&b>0&&a<30&&b<30);
    int x=a,y=b;
    while (y!=0) {
      int t=x%y;
      x=y;
      y=t;
    }
    assert a%x==0&&b%x==0;
  }
}
