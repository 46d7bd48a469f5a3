//@ pse: --target failure
//@ expect-value: 1/65536

import gov.nasa.jpf.symbc.Debug;

public class CharArith {
  public static void main(String[] args) throws Exception {
    char c = Debug.makeSymbolicChar("c");
    char d = (char)(c - 1);
    if (d > c) throw new IllegalStateException();
  }
}
