//@ pse: --target failure
//@ expect-value: 2/5

import hazard.Symbolic;
import java.util.*;

public class TreeMapSym {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 9);
    int y = Symbolic.integer("y", 0, 9);
    TreeMap<Integer,String> m = new TreeMap<>();
    m.put(x, "x");
    m.put(y, "y");
    m.put(5, "f");
    if (m.firstKey() == 5 || m.size() == 2) throw new IllegalStateException();
  }
}
