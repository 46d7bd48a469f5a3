//@ args: 5
//@ label: "wrong" = returned:MatchingNutsAndBolts.isMatched(int[],int[])=false
//@ reward: "comparisons" = invoked:MatchingNutsAndBolts.compare(int,int)
//@ ask: P=? [ F "wrong" ] = 0
//@ ask: R{"comparisons"}=? [ F "end" ] = 99/5
//@ large: 9
//@ source: N. Alon, M. Blum, A. Fiat, S. Kannan, M. Naor and R. Ostrovsky, Matching nuts and bolts, SODA 1994; G. J. E. Rawlins, Compared to what?, 1992

import hazard.UniformChoice;

/**
 * Matches nuts and bolts of different widths, where only a nut and a bolt can be compared.
 *
 * <p>As in quicksort: a random nut splits the bolts into narrower and wider ones and finds its bolt, which splits the
 * nuts the same way; both halves are matched in turn.
 *
 * <p>Property: each nut ends beside its bolt; the expected number of comparisons.
 */
public class MatchingNutsAndBolts {
  /** Negative, zero or positive as the nut is narrower than the bolt, fits, or is wider. */
  static int compare(int nut, int bolt) {
    return Integer.compare(nut, bolt);
  }

  static void swap(int[] array, int i, int j) {
    int element = array[i];
    array[i] = array[j];
    array[j] = element;
  }

  /** Matches the nuts and bolts from index {@code from} to before {@code to}. */
  static void match(int[] nuts, int[] bolts, int from, int to) {
    if (to - from < 1) {
      return;
    }
    swap(nuts, from, from + UniformChoice.make(to - from));
    int nut = nuts[from];
    // The bolts: narrower ones to the left of `middle`, the one that fits remembered, wider ones behind.
    int middle = from;
    int fitting = -1;
    for (int i = from; i < to; i++) {
      int order = compare(nut, bolts[i]);
      if (order > 0) {
        swap(bolts, middle, i);
        if (fitting == middle) {
          fitting = i;
        }
        middle++;
      } else if (order == 0) {
        fitting = i;
      }
    }
    swap(bolts, middle, fitting);
    int bolt = bolts[middle];
    int left = from;
    for (int i = from + 1; i < to; i++) {
      if (compare(nuts[i], bolt) < 0) {
        left++;
        swap(nuts, left, i);
      }
    }
    swap(nuts, from, left);
    match(nuts, bolts, from, middle);
    match(nuts, bolts, middle + 1, to);
  }

  static boolean isMatched(int[] nuts, int[] bolts) {
    for (int i = 0; i < nuts.length; i++) {
      if (nuts[i] != bolts[i]) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int[] nuts = new int[n];
    int[] bolts = new int[n];
    for (int i = 0; i < n; i++) {
      nuts[i] = i;
      bolts[i] = n - 1 - i;
    }
    match(nuts, bolts, 0, n);
    System.out.println(isMatched(nuts, bolts) ? "matched" : "wrong");
  }
}
