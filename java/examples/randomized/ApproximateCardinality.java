//@ args: 4
//@ label: "close" = returned:ApproximateCardinality.isClose(int,int)=true
//@ reward: "hits" = invoked:ApproximateCardinality.hit()
//@ ask: P=? [ F "close" ] = 1425/2048
//@ ask: R{"hits"}=? [ F "end" ] = 5/2
//@ large: 200
//@ source: R. M. Karp, M. Luby and N. Madras, Monte-Carlo approximation algorithms for enumeration problems, J. Algorithms 10(3), 1989

import hazard.UniformChoice;

/**
 * Estimates the size of the union of sets from samples of the sets.
 *
 * <p>A sample is a pair of a set and an element of it, uniform over all such pairs. It is a hit if no earlier set has
 * that element, so that each element of the union has exactly one pair that hits. The fraction of hits times the
 * number of pairs estimates the size of the union.
 *
 * <p>Property: the estimate is within a quarter of the true size; the hits expect to be trials * size / pairs.
 */
public class ApproximateCardinality {
  /** Eight pairs; the union has the five elements 1 to 5. */
  static final int[][] SETS = {{1, 2, 3}, {3, 4}, {1, 4, 5}};

  static final int UNION_SIZE = 5;

  static int pairs() {
    int pairs = 0;
    for (int[] set : SETS) {
      pairs += set.length;
    }
    return pairs;
  }

  static boolean contains(int[] set, int element) {
    for (int other : set) {
      if (other == element) {
        return true;
      }
    }
    return false;
  }

  /** Draws one pair; is it a hit? */
  static boolean sample() {
    int pair = UniformChoice.make(pairs());
    int index = 0;
    while (pair >= SETS[index].length) {
      pair -= SETS[index].length;
      index++;
    }
    int element = SETS[index][pair];
    for (int earlier = 0; earlier < index; earlier++) {
      if (contains(SETS[earlier], element)) {
        return false;
      }
    }
    return true;
  }

  static void hit() {}

  /** Whether pairs * hits / trials is within a quarter of the size of the union. */
  static boolean isClose(int hits, int trials) {
    return 4 * Math.abs(pairs() * hits - UNION_SIZE * trials) <= UNION_SIZE * trials;
  }

  public static void main(String[] args) {
    int trials = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    int hits = 0;
    for (int i = 0; i < trials; i++) {
      if (sample()) {
        hit();
        hits++;
      }
    }
    System.out.println(hits + " hits of " + trials + (isClose(hits, trials) ? ": close" : ": not close"));
  }
}
