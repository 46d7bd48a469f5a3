//@ args: 4
//@ label: "sorted" = returned:FisherYatesShuffle.isSorted(java.util.List)=true
//@ label: "derangement" = returned:FisherYatesShuffle.isDerangement(java.util.List)=true
//@ ask: P=? [ F "sorted" ] = 1/24
//@ ask: P=? [ F "derangement" ] = 3/8
//@ large: 7
//@ source: R. A. Fisher and F. Yates, Statistical tables for biological, agricultural and medical research, 1953; D. E. Knuth, The art of computer programming 2, Algorithm 3.4.2P

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Shuffles a list so that all permutations are equally likely. The coins are those of {@code java.util.Random}.
 *
 * <p>Property: the list stays as it was with probability 1/n!; no element stays in its place with probability
 * D(n)/n!, where D(4) = 9.
 */
public class FisherYatesShuffle {
  static <T> void shuffle(List<T> list) {
    Random random = new Random();
    for (int last = list.size() - 1; last > 0; last--) {
      Collections.swap(list, last, random.nextInt(last + 1));
    }
  }

  static boolean isSorted(List<Integer> list) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) != i) {
        return false;
      }
    }
    return true;
  }

  static boolean isDerangement(List<Integer> list) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) == i) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      list.add(i);
    }
    shuffle(list);
    System.out.println(list + (isSorted(list) ? " sorted" : "") + (isDerangement(list) ? " derangement" : ""));
  }
}
