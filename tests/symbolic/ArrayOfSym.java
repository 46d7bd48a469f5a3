//@ pse: --target failure
//@ expect-value: 60/343

import hazard.Symbolic;
import java.util.*;

public class ArrayOfSym {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 6);
    int y = Symbolic.integer("y", 0, 6);
    int z = Symbolic.integer("z", 0, 6);
    int[] a = {x, y, z};
    java.util.Arrays.sort(a);
    if (a[0] + 2 == a[1] && a[1] < a[2]) throw new IllegalStateException();
  }
}
