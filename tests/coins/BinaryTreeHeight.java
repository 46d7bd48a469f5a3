//@ args: 5
//@ label: "three" = field:BinaryTreeHeight.height=3
//@ label: "five" = field:BinaryTreeHeight.height=5
//@ ask: P=? [ F "three" ] = 1/3
//@ ask: P=? [ F "five" ] = 2/15

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/** The height of a search tree of n keys inserted in random order. */
public class BinaryTreeHeight {
  static int height = 0;

  /** The depth of a key is one more than that of the deeper of its neighbours among the keys inserted before. */
  static int height(List<Integer> keys) {
    TreeSet<Integer> inserted = new TreeSet<>();
    int[] depth = new int[keys.size()];
    int deepest = 0;
    for (int key : keys) {
      Integer below = inserted.lower(key);
      Integer above = inserted.higher(key);
      depth[key] = 1 + Math.max(below == null ? 0 : depth[below], above == null ? 0 : depth[above]);
      deepest = Math.max(deepest, depth[key]);
      inserted.add(key);
    }
    return deepest;
  }

  public static void main(String[] args) {
    List<Integer> keys = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      keys.add(i);
    }
    Collections.shuffle(keys);
    height = height(keys);
  }
}
