//@ pse: --target failure
//@ expect-value: 24/49

import hazard.Symbolic;
import java.util.*;

public class SortObjects {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 6);
    int y = Symbolic.integer("y", 0, 6);
    List<int[]> l = new ArrayList<>();
    l.add(new int[]{x, 0});
    l.add(new int[]{y, 1});
    l.add(new int[]{3, 2});
    l.sort((a, b) -> a[0] != b[0] ? Integer.compare(a[0], b[0]) : b[1] - a[1]);
    if (l.get(1)[1] == 2) throw new IllegalStateException();
  }
}
