//@ args: 3
//@ label: "wrong" = returned:HasMajorityElement.hasMajority(int[],int)=false
//@ ask: P=? [ F "wrong" ] = 125/1331
//@ large: 500
//@ source: R. Motwani and P. Raghavan, Randomized algorithms, Exercise 1.10

import java.util.Random;

/**
 * Determines whether one value fills more than half of an array: draws an element and counts how often it occurs. The
 * coins are those of {@code java.util.Random}.
 *
 * <p>Property: an array with a majority is told to have none with the probability that all trials miss it. Here six
 * of eleven elements are equal: (5/11)^trials.
 */
public class HasMajorityElement {
  static boolean hasMajority(int[] array, int trials) {
    Random random = new Random();
    for (int trial = 0; trial < trials; trial++) {
      int candidate = array[random.nextInt(array.length)];
      int count = 0;
      for (int element : array) {
        if (element == candidate) {
          count++;
        }
      }
      if (2 * count > array.length) {
        return true;
      }
    }
    return false;
  }

  public static void main(String[] args) {
    int trials = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int[] array = {1, 7, 2, 7, 7, 3, 7, 4, 7, 5, 7};
    System.out.println(hasMajority(array, trials) ? "has a majority" : "no majority found");
  }
}
