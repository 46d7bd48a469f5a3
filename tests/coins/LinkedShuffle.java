//@ args: 4
//@ label: "reversed" = field:LinkedShuffle.reversed=true
//@ ask: P=? [ F "reversed" ] = 1/24

import java.util.Collections;
import java.util.LinkedList;
import java.util.List;

/** Collections.shuffle copies a linked list through an array if it is long, but swaps in place if it is short. */
public class LinkedShuffle {
  static boolean reversed = false;

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    List<Integer> list = new LinkedList<>();
    for (int i = 0; i < n; i++) {
      list.add(i);
    }
    Collections.shuffle(list);
    boolean descending = true;
    for (int i = 0; i < n; i++) {
      descending &= list.get(i) == n - 1 - i;
    }
    if (descending) {
      reversed = true;
    }
  }
}
