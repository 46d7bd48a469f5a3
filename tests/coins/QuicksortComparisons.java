//@ args: 10
//@ label: "wrong" = field:QuicksortComparisons.wrong=true
//@ reward: "comparisons" = invoked:QuicksortComparisons.less(int,int)
//@ ask: P=? [ F "wrong" ] = 0
//@ ask: R{"comparisons"}=? [ F "end" ] = 30791/1260

import hazard.UniformChoice;

/** Quicksort in place: n different keys expect 2 (n+1) H(n) - 4n comparisons. */
public class QuicksortComparisons {
  static boolean wrong = false;

  static boolean less(int a, int b) {
    return a < b;
  }

  static void swap(int[] array, int i, int j) {
    int element = array[i];
    array[i] = array[j];
    array[j] = element;
  }

  static void sort(int[] array, int from, int to) {
    if (to - from < 2) {
      return;
    }
    swap(array, from, from + UniformChoice.make(to - from));
    int middle = from;
    for (int i = from + 1; i < to; i++) {
      if (less(array[i], array[from])) {
        swap(array, ++middle, i);
      }
    }
    swap(array, from, middle);
    sort(array, from, middle);
    sort(array, middle + 1, to);
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    int[] array = new int[n];
    for (int i = 0; i < n; i++) {
      array[i] = i;
    }
    sort(array, 0, n);
    for (int i = 0; i < n; i++) {
      if (array[i] != i) {
        wrong = true;
      }
    }
  }
}
