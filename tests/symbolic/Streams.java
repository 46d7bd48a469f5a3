//@ pse: --target failure
//@ expect-value: 13/25

import hazard.Symbolic;
import java.util.*;

public class Streams {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 9);
    int y = Symbolic.integer("y", 0, 9);
    long c = List.of(x, y, 5).stream().map(v -> v + 1).filter(v -> v % 2 == 0).distinct().count();
    if (c == 2) throw new IllegalStateException();
  }
}
