//@ pse: --target failure
//@ expect-value: 19/100

import hazard.Symbolic;
import java.util.*;

public class MapPutSym {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 9);
    int y = Symbolic.integer("y", 0, 9);
    Map<Integer,Integer> m = new HashMap<>();
    m.put(x, 1);
    m.put(y, 2);
    if (m.size() == 1 || m.getOrDefault(4, 0) == 2) throw new IllegalStateException();
  }
}
