//@ pse: --target failure
//@ expect-value: 72/343

import hazard.Symbolic;
import java.util.*;

public class ListSort {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 6);
    int y = Symbolic.integer("y", 0, 6);
    int z = Symbolic.integer("z", 0, 6);
    List<Integer> l = new ArrayList<>(List.of(1));
    l.clear();
    l.add(x);
    l.add(y);
    l.add(z);
    l.sort(Comparator.reverseOrder());
    if (l.get(0) - l.get(2) == 3) throw new IllegalStateException();
  }
}
