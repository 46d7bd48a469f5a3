//@ pse: --target failure
//@ expect-value: 5/12

import hazard.Symbolic;
import java.util.*;

public class CustomHash {
  record Pt(int x, int y) {
  }

  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 5);
    int y = Symbolic.integer("y", 0, 5);
    Set<Pt> s = new HashSet<>();
    s.add(new Pt(x, 1));
    s.add(new Pt(y, 1));
    s.add(new Pt(2, 1));
    if (s.size() == 2) throw new IllegalStateException();
  }
}
