//@ pse: --target failure
//@ expect-value: 1/65536

import gov.nasa.jpf.symbc.Debug;

public class FullMask {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if ((a&0xF0F0F0F0)==0x10203040) throw new IllegalStateException();
  }
}
