//@ pse: --target failure
//@ expect-value: 9/16

import hazard.Symbolic;
import java.util.*;

public class MapMerge {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 3);
    int y = Symbolic.integer("y", 0, 3);
    int z = Symbolic.integer("z", 0, 3);
    Map<Integer,Integer> m = new HashMap<>();
    for (int v : new int[]{x,y,z}) m.merge(v, 1, Integer::sum);
    if (m.containsValue(2)) throw new IllegalStateException();
  }
}
