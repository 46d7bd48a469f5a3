//@ args: 6
//@ label: "wrong" = returned:SampleSort.isSorted(java.util.List)=false
//@ reward: "comparisons" = invoked:SampleSort.less(int,int)
//@ ask: P=? [ F "wrong" ] = 0
//@ ask: R{"comparisons"}=? [ F "end" ] = 103/10
//@ large: 9
//@ source: W. D. Frazer and A. C. McKellar, Samplesort: a sampling approach to minimal storage tree sorting, J. ACM 17(3), 1970

import hazard.UniformChoice;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts a list: a random sample of two elements splits it into three buckets, which are sorted in turn.
 *
 * <p>Property: the list is sorted for sure; the expected number of comparisons.
 */
public class SampleSort {
  static boolean less(int a, int b) {
    return a < b;
  }

  static List<Integer> sort(List<Integer> list) {
    if (list.size() < 2) {
      return list;
    }
    List<Integer> rest = new ArrayList<>(list);
    int low = rest.remove(UniformChoice.make(rest.size()));
    int high = rest.remove(UniformChoice.make(rest.size()));
    if (less(high, low)) {
      int element = low;
      low = high;
      high = element;
    }
    List<Integer> small = new ArrayList<>();
    List<Integer> middle = new ArrayList<>();
    List<Integer> large = new ArrayList<>();
    for (int element : rest) {
      (less(element, low) ? small : less(element, high) ? middle : large).add(element);
    }
    List<Integer> sorted = new ArrayList<>(sort(small));
    sorted.add(low);
    sorted.addAll(sort(middle));
    sorted.add(high);
    sorted.addAll(sort(large));
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
