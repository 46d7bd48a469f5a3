//@ pse: --target failure
//@ expect-value: 1/2

import hazard.Symbolic;

public class ThrOrder {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,10);
    int[] v={0};
    Object l=new Object();
    Thread t=new Thread(()->{ synchronized(l){ v[0]+=x; } });
    t.start();
    synchronized(l){
      v[0]*=2;
    }
    t.join();
    if (v[0]>10) throw new IllegalStateException();
  }
}
