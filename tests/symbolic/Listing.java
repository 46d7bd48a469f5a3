//@ pse: --target failure
//@ expect-value: 11/36

import gov.nasa.jpf.symbc.Debug;
import hazard.Symbolic;

public class Listing {
  public static void main(String[] args) throws Exception {
    int up=Symbolic.integer("up",1,100), w=Symbolic.integer("w",-20,20);
    if (up<=5) Debug.assume(w<-10);
    else if (up<=15) Debug.assume(w>=-10&&w<=-5);
    else if (up<=85) Debug.assume(w>-5&&w<5);
    else if (up<=95) Debug.assume(w>=5&&w<=10);
    else Debug.assume(w>10);
    if (w>=3) throw new IllegalStateException();
  }
}
