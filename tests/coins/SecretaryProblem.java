//@ args: 6 2
//@ label: "best" = returned:SecretaryProblem.choose(int[],int)=0
//@ ask: P=? [ F "best" ] = 77/180

import java.util.Random;

/**
 * Reject the first r of n candidates, then take the first who is better: the best one with (r/n) (1/r + ... + 1/(n-1)).
 */
public class SecretaryProblem {
  /** The rank of the candidate taken, 0 being the best. */
  static int choose(int[] ranks, int rejected) {
    int best = ranks.length;
    for (int i = 0; i < rejected; i++) {
      best = Math.min(best, ranks[i]);
    }
    for (int i = rejected; i < ranks.length; i++) {
      if (ranks[i] < best) {
        return ranks[i];
      }
    }
    return ranks[ranks.length - 1];
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    Random random = new Random();
    int[] ranks = new int[n];
    for (int i = 0; i < n; i++) {
      int place = random.nextInt(i + 1);
      ranks[i] = ranks[place];
      ranks[place] = i;
    }
    System.out.println(choose(ranks, Integer.parseInt(args[1])));
  }
}
