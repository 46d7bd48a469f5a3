//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VDead {
  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    Object a=new Object(), b=new Object();
    Thread t=new Thread(()->{ synchronized(a){ synchronized(b){} } });
    t.start();
    if (x==77777) {
      synchronized(b){
        synchronized(a){
        }
      }
    }
    t.join();
  }
}
