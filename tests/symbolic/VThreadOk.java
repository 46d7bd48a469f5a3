//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VThreadOk {
  static int c;

  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    Verifier.assume(x>=1&&x<=5);
    Thread t=new Thread(()->{ synchronized(VThreadOk.class){ c+=x; } });
    t.start();
    synchronized(VThreadOk.class){
      c+=1;
    }
    t.join();
    assert c==x+1;
  }
}
