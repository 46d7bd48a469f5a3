//@ args: 3
//@ label: "unstable" = returned:GaleShapleyStableMarriage.isStable(int[][],int[])=false
//@ reward: "proposals" = invoked:GaleShapleyStableMarriage.prefers(int,int,int)
//@ ask: P=? [ F "unstable" ] = 0
//@ ask: R{"proposals"}=? [ F "end" ] = 53/12
//@ large: 4
//@ source: D. Gale and L. S. Shapley, College admissions and the stability of marriage, Amer. Math. Monthly 69(1), 1962; R. Motwani and P. Raghavan, Randomized algorithms, Section 3.5

import hazard.UniformChoice;
import java.util.Arrays;

/**
 * Finds a stable marriage for men with random preferences by the proposal algorithm.
 *
 * <p>A man without a partner proposes to the woman he likes best among those he has not asked. She accepts if she is
 * free or likes him better than her partner, who is free then. The preferences of the men are random permutations,
 * those of the women are fixed: woman w prefers the men w, w + 1, ... in that order, then 0, 1, ...
 *
 * <p>Property: no man and woman prefer each other to their partners, whatever the preferences; expected are about n
 * ln n proposals.
 */
public class GaleShapleyStableMarriage {
  static final int FREE = -1;

  /** More than there are people. */
  static final int MANY = 100;

  /** One random permutation for each man. */
  static int[][] preferences(int n) {
    int[][] likes = new int[n][n];
    for (int[] list : likes) {
      for (int i = 0; i < n; i++) {
        // Inside-out shuffle: the new element goes to a random place, what was there moves to the end.
        int place = UniformChoice.make(i + 1);
        list[i] = list[place];
        list[place] = i;
      }
    }
    return likes;
  }

  /** Whether the woman prefers one man to the other, who may be nobody. */
  static boolean prefers(int woman, int man, int other) {
    return other == FREE || rank(woman, man) < rank(woman, other);
  }

  static int rank(int woman, int man) {
    return man >= woman ? man - woman : man - woman + MANY;
  }

  /** The partner of each woman. */
  static int[] marry(int[][] likes) {
    int n = likes.length;
    int[] husband = new int[n];
    Arrays.fill(husband, FREE);
    int[] asked = new int[n];
    for (int first = 0; first < n; first++) {
      int man = first;
      while (man != FREE) {
        int woman = likes[man][asked[man]];
        asked[man]++;
        if (prefers(woman, man, husband[woman])) {
          int former = husband[woman];
          husband[woman] = man;
          man = former;
        }
      }
    }
    return husband;
  }

  static boolean isStable(int[][] likes, int[] husband) {
    for (int woman = 0; woman < husband.length; woman++) {
      int man = husband[woman];
      for (int i = 0; likes[man][i] != woman; i++) {
        int better = likes[man][i];
        if (rank(better, man) < rank(better, husband[better])) {
          return false;
        }
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int[][] likes = preferences(n);
    int[] husband = marry(likes);
    System.out.println(isStable(likes, husband) ? "stable" : "unstable");
  }
}
