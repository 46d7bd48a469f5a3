//@ args: 6
//@ label: "wrong" = returned:QuickSort.isSorted(java.util.List)=false
//@ reward: "comparisons" = invoked:QuickSort.less(int,int)
//@ ask: P=? [ F "wrong" ] = 0
//@ ask: R{"comparisons"}=? [ F "end" ] = 103/10
//@ large: 10
//@ source: C. A. R. Hoare, Algorithm 64: Quicksort, Comm. ACM 4(7), 1961

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Sorts a list: splits it at a random pivot and sorts both parts. The coins are those of {@code java.util.Random}.
 *
 * <p>Property: the list is sorted for sure; n different elements expect 2 (n+1) H(n) - 4n comparisons.
 */
public class QuickSort {
  private static final Random random = new Random();

  static boolean less(int a, int b) {
    return a < b;
  }

  static List<Integer> sort(List<Integer> list) {
    if (list.size() < 2) {
      return list;
    }
    int pivot = random.nextInt(list.size());
    List<Integer> smaller = new ArrayList<>();
    List<Integer> larger = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      if (i != pivot) {
        (less(list.get(i), list.get(pivot)) ? smaller : larger).add(list.get(i));
      }
    }
    List<Integer> sorted = new ArrayList<>(sort(smaller));
    sorted.add(list.get(pivot));
    sorted.addAll(sort(larger));
    return sorted;
  }

  static boolean isSorted(List<Integer> list) {
    for (int i = 1; i < list.size(); i++) {
      if (list.get(i - 1) > list.get(i)) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 6;
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      list.add(i % 2 == 0 ? i : 2 * n - i);
    }
    List<Integer> sorted = sort(list);
    System.out.println(sorted + (isSorted(sorted) ? "" : " is not sorted"));
  }
}
