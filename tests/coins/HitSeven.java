//@ args: 7
//@ label: "hit" = returned:HitSeven.hits(int)=true
//@ ask: P=? [ F "hit" ] = 70993/279936

import probabilistic.Die;

/** A running sum of die rolls meets a given number exactly. */
public class HitSeven {
  static boolean hits(int target) {
    int sum = 0;
    while (sum < target) {
      sum += 1 + Die.roll();
    }
    return sum == target;
  }

  public static void main(String[] args) {
    System.out.println(hits(Integer.parseInt(args[0])));
  }
}
