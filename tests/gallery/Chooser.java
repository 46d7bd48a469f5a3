import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Stands in for the coins of a program and makes every run take another sequence of choices, until all have been taken.
 *
 * <p>The methods have the names and, with the receiver as their first parameter, the parameters of those that {@link
 * Sampler} replaces by them.
 */
public final class Chooser {
  /** A run with more choices than this is taken for endless. */
  private static final int CHOICES_MAX = 200;

  private static final List<Integer> taken = new ArrayList<>();
  private static final List<Integer> alternatives = new ArrayList<>();
  private static int next;
  private static double probability;

  private Chooser() {}

  /** Thrown through a program that makes too many choices. */
  static final class Endless extends Error {
    private static final long serialVersionUID = 1;
  }

  static void restart() {
    taken.clear();
    alternatives.clear();
  }

  /** Before a run: repeat the choices set by {@link #advance}. */
  static void begin() {
    next = 0;
    probability = 1;
  }

  /** The probability of the choices of the run. */
  static double probability() {
    return probability;
  }

  /** After a run: change the last choice that has an alternative left. Returns whether there is one. */
  static boolean advance() {
    int last = taken.size() - 1;
    while (last >= 0 && taken.get(last) + 1 == alternatives.get(last)) {
      taken.remove(last);
      alternatives.remove(last);
      last--;
    }
    if (last < 0) {
      return false;
    }
    taken.set(last, taken.get(last) + 1);
    return true;
  }

  public static int make(double[] probabilities) {
    if (next == taken.size()) {
      if (next == CHOICES_MAX) {
        throw new Endless();
      }
      taken.add(0);
      alternatives.add((int) Arrays.stream(probabilities).filter(p -> p > 0).count());
    }
    int skip = taken.get(next++);
    int index = 0;
    while (probabilities[index] == 0 || skip-- > 0) {
      index++;
    }
    probability *= probabilities[index];
    return index;
  }

  public static int make(int n) {
    double[] probabilities = new double[n];
    Arrays.fill(probabilities, 1.0 / n);
    return make(probabilities);
  }

  public static int flip() {
    return make(2);
  }

  public static int roll() {
    return make(6);
  }

  public static int nextInt(Random random, int n) {
    return make(n);
  }

  public static int nextInt(Random random, int origin, int bound) {
    return origin + make(bound - origin);
  }

  public static boolean nextBoolean(Random random) {
    return make(2) == 1;
  }

  public static void shuffle(List<?> list, Random random) {
    for (int last = list.size(); last > 1; last--) {
      Collections.swap(list, last - 1, make(last));
    }
  }

  public static void shuffle(List<?> list) {
    shuffle(list, null);
  }
}
