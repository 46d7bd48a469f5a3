//@ args: 2
//@ label: "one" = returned:MinHash.matches(int)=1
//@ reward: "matches" = invoked:MinHash.match()
//@ ask: P=? [ F "one" ] = 12/25
//@ ask: R{"matches"}=? [ F "end" ] = 4/5
//@ large: 50
//@ source: A. Z. Broder, On the resemblance and containment of documents, SEQUENCES 1997

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Estimates how similar two sets are. A random permutation of the universe gives each set its least element; the sets
 * have the same one with probability |intersection| / |union| (the Jaccard index). The coins are those of
 * {@code java.util.Random}.
 *
 * <p>Property: the number of matches has a binomial distribution; here the index is 2/5.
 */
public class MinHash {
  static final boolean[] A = {true, true, true, true, false};
  static final boolean[] B = {false, false, true, true, true};

  /** The first element of the set in the order of the permutation. */
  static int least(List<Integer> permutation, boolean[] set) {
    for (int element : permutation) {
      if (set[element]) {
        return element;
      }
    }
    throw new IllegalArgumentException("the set is empty");
  }

  static List<Integer> permutation(int n) {
    List<Integer> permutation = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      permutation.add(i);
    }
    Collections.shuffle(permutation, new Random());
    return permutation;
  }

  static void match() {}

  static int matches(int hashes) {
    int matches = 0;
    for (int i = 0; i < hashes; i++) {
      List<Integer> permutation = permutation(A.length);
      if (least(permutation, A) == least(permutation, B)) {
        match();
        matches++;
      }
    }
    return matches;
  }

  public static void main(String[] args) {
    int hashes = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    System.out.println("similarity about " + matches(hashes) + "/" + hashes);
  }
}
