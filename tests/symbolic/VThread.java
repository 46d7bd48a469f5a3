//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VThread {
  static volatile int c;

  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    Verifier.assume(x>=1&&x<=5);
    Thread t=new Thread(()->{ c+=x; });
    t.start();
    c+=1;
    t.join();
    assert c==x+1;
  }
}
