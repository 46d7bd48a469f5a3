//@ args:
//@ label: "first" = returned:FisherYatesFour.rank(int[])=0
//@ label: "tenth" = returned:FisherYatesFour.rank(int[])=9
//@ label: "last" = returned:FisherYatesFour.rank(int[])=23
//@ ask: P=? [ F "first" ] = 1/24
//@ ask: P=? [ F "tenth" ] = 1/24
//@ ask: P=? [ F "last" ] = 1/24

import hazard.UniformChoice;

/**
 * A shuffle of four: each of the 24 permutations, told apart by its number in alphabetical order, is equally likely.
 */
public class FisherYatesFour {
  static int rank(int[] permutation) {
    int rank = 0;
    for (int i = 0; i < permutation.length; i++) {
      int smaller = 0;
      for (int j = i + 1; j < permutation.length; j++) {
        smaller += permutation[j] < permutation[i] ? 1 : 0;
      }
      rank = rank * (permutation.length - i) + smaller;
    }
    return rank;
  }

  public static void main(String[] args) {
    int[] permutation = {0, 1, 2, 3};
    for (int last = 3; last > 0; last--) {
      int place = UniformChoice.make(last + 1);
      int element = permutation[last];
      permutation[last] = permutation[place];
      permutation[place] = element;
    }
    System.out.println(rank(permutation));
  }
}
