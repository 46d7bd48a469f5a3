import hazard.UniformChoice;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts a list by random pivots, as Algorithm 6.1 of Q. Tang, Guiding probabilistic model checkers by reinforcement
 * learning (2013), does: the subject of the progress experiment.
 *
 * <p>Unlike the thesis's text, the pivot itself goes into neither part, or the algorithm would not end.
 */
public class RandomizedQuicksort {
  /** The thesis's list; its first n ranks are sorted. */
  private static final int[] NUMBERS = {10, 7, 13, 1, 2, 11, 6, 8, 4, 3, 12, 9, 5};

  static void sort(List<Integer> list) {
    if (list.size() > 1) {
      Integer pivot = list.get(UniformChoice.make(list.size()));
      List<Integer> smaller = new ArrayList<>();
      List<Integer> larger = new ArrayList<>();
      for (Integer number : list) {
        if (number < pivot) {
          smaller.add(number);
        } else if (number > pivot) {
          larger.add(number);
        }
      }
      sort(smaller);
      sort(larger);
      list.clear();
      list.addAll(smaller);
      list.add(pivot);
      list.addAll(larger);
    }
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : NUMBERS.length;
    List<Integer> list = new ArrayList<>();
    for (int number : NUMBERS) {
      if (number <= n) {
        list.add(number);
      }
    }
    sort(list);
    for (int i = 1; i < list.size(); i++) {
      assert list.get(i - 1) < list.get(i) : "not sorted: " + list;
    }
  }
}
