//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VFlag {
  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    int f=0;
    if (x>10) f=1;
    if (x<5) f=2;
    assert !(f==1&&x<5);
  }
}
