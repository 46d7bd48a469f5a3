//@ args: 5
//@ label: "free" = returned:PrisonersAndBoxes.longestCycle(int[])=2
//@ label: "one" = returned:PrisonersAndBoxes.longestCycle(int[])=5
//@ ask: P=? [ F "free" ] = 5/24
//@ ask: P=? [ F "one" ] = 1/5

import java.util.Random;

/** The longest cycle of a random permutation, on which the puzzle of the hundred prisoners turns. */
public class PrisonersAndBoxes {
  static int longestCycle(int[] permutation) {
    int longest = 0;
    for (int start = 0; start < permutation.length; start++) {
      int length = 1;
      for (int i = permutation[start]; i != start; i = permutation[i]) {
        length++;
      }
      longest = Math.max(longest, length);
    }
    return longest;
  }

  public static void main(String[] args) {
    Random random = new Random();
    int[] permutation = new int[Integer.parseInt(args[0])];
    for (int i = 0; i < permutation.length; i++) {
      int place = random.nextInt(i + 1);
      permutation[i] = permutation[place];
      permutation[place] = i;
    }
    System.out.println(longestCycle(permutation));
  }
}
