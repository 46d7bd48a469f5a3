//@ args: 5 3
//@ label: "right" = returned:LazySelect.select(int[],int)=30
//@ reward: "rounds" = invoked:LazySelect.sample(int[],int)
//@ ask: P=? [ F "right" ] = 1
//@ ask: R{"rounds"}=? [ F "end" ] = 625/593
//@ large: 8 4
//@ source: R. W. Floyd and R. L. Rivest, Expected time bounds for selection, Comm. ACM 18(3), 1975; R. Motwani and P. Raghavan, Randomized algorithms, Section 3.3

import hazard.UniformChoice;
import java.util.Arrays;

/**
 * Selects the k-th smallest of n numbers by sampling.
 *
 * <p>About n^(3/4) numbers are drawn with replacement and sorted. Two of them, chosen around the rank where k should
 * be, bracket the number wanted with high probability; only the numbers between them are sorted. If the bracket
 * misses or is too wide, all is repeated.
 *
 * <p>Property: the result is right for sure; the expected number of rounds.
 *
 * <p>With a third argument {@code count} the rounds are counted and the state space becomes infinite, which is what
 * experiments with partial exploration need.
 */
public class LazySelect {
  static boolean isCounting = false;
  static int rounds = 0;

  /** A sorted sample with replacement. */
  static int[] sample(int[] numbers, int size) {
    int[] sample = new int[size];
    for (int i = 0; i < size; i++) {
      // Kept sorted all the time, so that samples that differ in their order only are the same state.
      int drawn = numbers[UniformChoice.make(numbers.length)];
      int j = i;
      while (j > 0 && sample[j - 1] > drawn) {
        sample[j] = sample[j - 1];
        j--;
      }
      sample[j] = drawn;
    }
    return sample;
  }

  static int select(int[] numbers, int k) {
    int n = numbers.length;
    int size = (int) Math.ceil(Math.pow(n, 0.75));
    double rank = k * Math.pow(n, -0.25);
    int low = Math.max((int) Math.floor(rank - Math.sqrt(n)), 1);
    int high = Math.min((int) Math.ceil(rank + Math.sqrt(n)), size);
    while (true) {
      if (isCounting) {
        rounds++;
      }
      int[] sample = sample(numbers, size);
      int least = sample[low - 1];
      int greatest = sample[high - 1];
      int smaller = 0;
      int count = 0;
      int[] between = new int[n];
      for (int number : numbers) {
        if (number < least) {
          smaller++;
        } else if (number <= greatest) {
          between[count++] = number;
        }
      }
      if (smaller < k && k <= smaller + count && count <= 4 * size + 2) {
        Arrays.sort(between, 0, count);
        return between[k - 1 - smaller];
      }
    }
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int k = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    // 10, 20, ..., 10 n in some order.
    int[] numbers = new int[n];
    for (int i = 0; i < n; i++) {
      numbers[i] = 10 * (i % 2 == 0 ? n - i / 2 : i / 2 + 1);
    }
    isCounting = args.length > 2 && args[2].equals("count");
    System.out.println(select(numbers, k) + (isCounting ? " after " + rounds + " rounds" : ""));
  }
}
