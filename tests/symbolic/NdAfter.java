//@ pse: --target failure
//@ expect-value: 29/100

import hazard.Nondet;
import hazard.Symbolic;

public class NdAfter {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,100);
    boolean big = x>50;
    if (big) {
    }
    int k=Nondet.choose(0,2);
    if (k==0 && x>90 || k==1 && x<20 || k==2 && x>40 && x<60) throw new IllegalStateException();
  }
}
