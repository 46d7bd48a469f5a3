//@ pse: --target failure
//@ expect-value: 20/27

import hazard.Symbolic;
import java.util.*;

public class StackSym {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 2);
    int y = Symbolic.integer("y", 0, 2);
    int z = Symbolic.integer("z", 0, 2);
    Stack<Integer> s = new Stack<>();
    for (int v : new int[]{x,y,z}) {
      if (v == 0) s.push(1);
      else if (v == 1) s.pop();
      else s.push(s.peek() + 1);
    }
    if (s.size() == 2) throw new IllegalStateException();
  }
}
