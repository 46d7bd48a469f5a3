//@ pse: --target failure --min
//@ expect-value: 1/4

import hazard.Symbolic;

public class Spin {
  static volatile boolean f;

  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,4);
    Thread t=new Thread(()->{ f=true; });
    t.start();
    while(!f) Thread.yield();
    if (x==2) throw new IllegalStateException();
  }
}
