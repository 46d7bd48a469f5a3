//@ pse: --target failure
//@ expect-value: 1/4

import hazard.Symbolic;

public class ThrDeadlock {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,4);
    Object a=new Object(), b=new Object();
    Thread t=new Thread(()->{ synchronized(a){ synchronized(b){} } });
    t.start();
    if (x==1) {
      synchronized(b){
        synchronized(a){
        }
      }
    }
    t.join();
  }
}
