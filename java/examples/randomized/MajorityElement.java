//@ args: 7
//@ label: "right" = returned:MajorityElement.majority(int[])=1
//@ reward: "comparisons" = invoked:MajorityElement.same(int,int)
//@ ask: P=? [ F "right" ] = 1
//@ ask: R{"comparisons"}=? [ F "end" ] = 9
//@ large: 41
//@ source: P. Gawrychowski, J. Suomela and P. Uznanski, Randomized algorithms for finding a majority element, SWAT 2016

import java.util.Random;

/**
 * Finds the majority element of an array that has one, comparing elements only for equality. The coins are those of
 * {@code java.util.Random}.
 *
 * <p>A random element is compared with one after the other until it has a majority or can no longer have one; then
 * another is drawn.
 *
 * <p>Property: the result is right for sure; the expected number of comparisons.
 */
public class MajorityElement {
  private static final Random random = new Random();

  static boolean same(int element, int other) {
    return element == other;
  }

  /** Whether the element at the given index fills more than half of the array. */
  static boolean isMajority(int[] array, int index) {
    int equal = 1;
    int different = 0;
    for (int i = 0; 2 * equal <= array.length && 2 * different < array.length; i++) {
      if (i != index) {
        if (same(array[i], array[index])) {
          equal++;
        } else {
          different++;
        }
      }
    }
    return 2 * equal > array.length;
  }

  static int majority(int[] array) {
    int index;
    do {
      index = random.nextInt(array.length);
    } while (!isMajority(array, index));
    return array[index];
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 7;
    // 1 in the even places, of which there are more if n is odd; 2 and 3 in the others.
    int[] array = new int[n];
    for (int i = 0; i < n; i++) {
      array[i] = i % 2 == 0 ? 1 : 2 + i / 2 % 2;
    }
    System.out.println(majority(array));
  }
}
