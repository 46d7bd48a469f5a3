//@ args: 7 3
//@ label: "right" = returned:QuickSelect.select(int[],int)=2
//@ reward: "comparisons" = invoked:QuickSelect.less(int,int)
//@ ask: P=? [ F "right" ] = 1
//@ ask: R{"comparisons"}=? [ F "end" ] = 783/70
//@ large: 12 6
//@ source: C. A. R. Hoare, Algorithm 65: Find, Comm. ACM 4(7), 1961

import java.util.Random;

/**
 * Finds the k-th smallest element: splits at a random pivot and goes on in the part that has it. The coins are those
 * of {@code java.util.Random}.
 *
 * <p>Property: the result is right for sure; expected are
 * 2 ((n+1) H(n) - (n+3-k) H(n+1-k) - (k+2) H(k) + n + 3) comparisons (Knuth).
 */
public class QuickSelect {
  private static final Random random = new Random();

  static boolean less(int a, int b) {
    return a < b;
  }

  static void swap(int[] array, int i, int j) {
    int element = array[i];
    array[i] = array[j];
    array[j] = element;
  }

  static int select(int[] array, int k) {
    int from = 0;
    int to = array.length;
    while (true) {
      if (to - from == 1) {
        return array[from];
      }
      swap(array, from, from + random.nextInt(to - from));
      int middle = from;
      for (int i = from + 1; i < to; i++) {
        if (less(array[i], array[from])) {
          middle++;
          swap(array, middle, i);
        }
      }
      swap(array, from, middle);
      if (middle == k - 1) {
        return array[middle];
      }
      if (middle < k - 1) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 7;
    int k = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    int[] array = new int[n];
    for (int i = 0; i < n; i++) {
      array[i] = n - 1 - i;
    }
    System.out.println(select(array, k));
  }
}
