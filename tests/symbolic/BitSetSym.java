//@ pse: --target failure
//@ expect-value: 7/25

import hazard.Symbolic;
import java.util.*;

public class BitSetSym {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 9);
    int y = Symbolic.integer("y", 0, 9);
    BitSet s = new BitSet();
    s.set(x);
    s.flip(y);
    if (s.cardinality() == 0 || s.get(3)) throw new IllegalStateException();
  }
}
