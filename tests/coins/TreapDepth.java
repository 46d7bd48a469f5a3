//@ args: 5 3
//@ reward: "depth" = invoked:TreapDepth.ancestor(int)
//@ ask: R{"depth"}=? [ F "end" ] = 5/3

import hazard.UniformChoice;

/**
 * In a tree by random priorities, i is an ancestor of k if its priority is the least of those between them: the k-th
 * of n keys expects H(k) + H(n+1-k) - 2 ancestors.
 */
public class TreapDepth {
  static void ancestor(int key) {}

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    int k = Integer.parseInt(args[1]) - 1;
    int[] priority = new int[n];
    for (int i = 0; i < n; i++) {
      int place = UniformChoice.make(i + 1);
      priority[i] = priority[place];
      priority[place] = i;
    }
    for (int i = 0; i < n; i++) {
      boolean least = i != k;
      for (int j = Math.min(i, k); j <= Math.max(i, k); j++) {
        least &= priority[i] <= priority[j];
      }
      if (least) {
        ancestor(i);
      }
    }
  }
}
