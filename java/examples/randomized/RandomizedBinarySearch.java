//@ args: 10 4
//@ label: "wrong" = returned:RandomizedBinarySearch.search(int[],int)=-1
//@ reward: "probes" = invoked:RandomizedBinarySearch.probe(int,int)
//@ ask: P=? [ F "wrong" ] = 0
//@ ask: R{"probes"}=? [ F "end" ] = 386/105
//@ large: 500 123
//@ source: folklore; the analysis is that of random search trees, D. E. Knuth, The art of computer programming 3, Section 6.2.2

import java.util.Random;

/**
 * Binary search that probes a random element of the range left, instead of the middle one. The coins are those of
 * {@code java.util.Random}.
 *
 * <p>Property: the key is found for sure; the k-th of n elements expects H(k) + H(n+1-k) - 1 probes.
 */
public class RandomizedBinarySearch {
  static int probe(int element, int key) {
    return Integer.compare(element, key);
  }

  /** The index of the key in the sorted array, or -1. */
  static int search(int[] array, int key) {
    Random random = new Random();
    int from = 0;
    int to = array.length;
    while (from < to) {
      int middle = from + random.nextInt(to - from);
      int order = probe(array[middle], key);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return -1;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 10;
    int k = args.length > 1 ? Integer.parseInt(args[1]) : 4;
    int[] array = new int[n];
    for (int i = 0; i < n; i++) {
      array[i] = 3 * i;
    }
    System.out.println("found at " + search(array, 3 * (k - 1)));
  }
}
