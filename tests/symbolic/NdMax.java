//@ pse: --target failure
//@ expect-value: 3/5

import hazard.Nondet;
import hazard.Symbolic;

public class NdMax {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,100);
    if (Nondet.bool()) {
      if (x<=60) throw new IllegalStateException();
    }
    else if (x>70) throw new IllegalStateException();
  }
}
