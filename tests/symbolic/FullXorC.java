//@ pse: --target failure
//@ expect-value: 715827883/4294967296

import gov.nasa.jpf.symbc.Debug;

public class FullXorC {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if ((a^0x55555555)>=0x55555555) throw new IllegalStateException();
  }
}
