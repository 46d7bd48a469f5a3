//@ args: 4
//@ label: "sorted" = field:MathRandomShuffle.sorted=true
//@ ask: P=? [ F "sorted" ] = 5/128

import java.util.Arrays;

/** The wrong shuffle, which swaps each element with any other: 4^4 ways for 24 permutations cannot be fair. */
public class MathRandomShuffle {
  static boolean sorted = false;

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    int[] array = new int[n];
    for (int i = 0; i < n; i++) {
      array[i] = i;
    }
    int[] original = array.clone();
    for (int i = 0; i < n; i++) {
      int j = (int) (Math.random() * n);
      int element = array[i];
      array[i] = array[j];
      array[j] = element;
    }
    if (Arrays.equals(array, original)) {
      sorted = true;
    }
  }
}
