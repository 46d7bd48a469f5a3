//@ pse: --target failure
//@ expect-value: 3/5
//@ pse: --target failure --min
//@ expect-value: 1/5

import hazard.Symbolic;

public class ThrOrder2 {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,10);
    int[] v={3};
    Object l=new Object();
    Thread t=new Thread(()->{ synchronized(l){ v[0]+=x; } });
    t.start();
    synchronized(l){
      v[0]*=2;
    }
    t.join();
    if (v[0]>14) throw new IllegalStateException();
  }
}
