//@ args: 9 5
//@ label: "wrong" = field:QuickselectMedian.wrong=true
//@ reward: "comparisons" = invoked:QuickselectMedian.less(int,int)
//@ ask: P=? [ F "wrong" ] = 0
//@ ask: R{"comparisons"}=? [ F "end" ] = 10487/630

import java.util.Arrays;
import java.util.Random;

/** Quickselect, recursively: the expected comparisons have Knuth's closed form. */
public class QuickselectMedian {
  static boolean wrong = false;
  static final Random random = new Random();

  static boolean less(int a, int b) {
    return a < b;
  }

  static int select(int[] keys, int k) {
    if (keys.length == 1) {
      return keys[0];
    }
    int pivot = keys[random.nextInt(keys.length)];
    int[] small = new int[keys.length];
    int[] large = new int[keys.length];
    int smaller = 0;
    int larger = 0;
    for (int key : keys) {
      if (key != pivot) {
        if (less(key, pivot)) {
          small[smaller++] = key;
        } else {
          large[larger++] = key;
        }
      }
    }
    if (k <= smaller) {
      return select(Arrays.copyOf(small, smaller), k);
    }
    return k == smaller + 1 ? pivot : select(Arrays.copyOf(large, larger), k - smaller - 1);
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    int k = Integer.parseInt(args[1]);
    int[] keys = new int[n];
    for (int i = 0; i < n; i++) {
      keys[i] = i * 7 % n;
    }
    if (select(keys, k) != k - 1) {
      wrong = true;
    }
  }
}
