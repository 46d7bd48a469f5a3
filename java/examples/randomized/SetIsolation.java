//@ args: 11 3
//@ label: "isolated" = returned:SetIsolation.isIsolated(boolean[])=true
//@ ask: P=? [ F "isolated" ] = 50/121
//@ large: 101 20
//@ source: D. R. Karger and R. Motwani, Derandomization through approximation: an NC algorithm for minimum cuts, STOC 1994

import hazard.UniformChoice;

/**
 * Draws a sample of a universe that avoids a set S and hits a set T.
 *
 * <p>The universe is 0 to p - 1 for a prime p. Element x is in the sample if (a x + b) mod p is below a threshold,
 * for random a and b: its elements are pairwise independent, which suffices, and needs only two numbers, which can be
 * enumerated to do without coins at all.
 *
 * <p>Property: the sample is disjoint from S = {1, 2} and not from T = {3, 5, 6, 9}.
 */
public class SetIsolation {
  static boolean[] sample(int p, int threshold) {
    int a = UniformChoice.make(p);
    int b = UniformChoice.make(p);
    boolean[] sample = new boolean[p];
    for (int x = 0; x < p; x++) {
      sample[x] = (a * x + b) % p < threshold;
    }
    return sample;
  }

  static boolean isIsolated(boolean[] sample) {
    boolean avoids = !sample[1] && !sample[2];
    boolean hits = sample[3] || sample[5] || sample[6] || sample[9];
    return avoids && hits;
  }

  public static void main(String[] args) {
    int p = args.length > 0 ? Integer.parseInt(args[0]) : 11;
    int threshold = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    System.out.println(isIsolated(sample(p, threshold)) ? "isolated" : "not isolated");
  }
}
