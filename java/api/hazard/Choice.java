package hazard;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** A random choice with a distribution of one's own. */
public final class Choice {
  /** How far the sum of the probabilities may be from one. */
  private static final double TOLERANCE = 1e-9;

  private Choice() {}

  /**
   * Picks an index of {@code probabilities}: index {@code i} with probability {@code probabilities[i]}.
   *
   * <p>Hazard branches into every index of positive probability; the branch carries that probability. On a plain
   * Java virtual machine one index is drawn at random.
   *
   * @param probabilities non-negative numbers that sum to one within 1e-9
   * @return the index picked
   * @throws IllegalArgumentException if the array is no distribution
   */
  public static int make(double[] probabilities) {
    double sum = 0;
    for (double probability : probabilities) {
      // Written so that NaN fails too.
      if (!(probability >= 0)) {
        throw new IllegalArgumentException("negative or undefined probability in " + Arrays.toString(probabilities));
      }
      sum += probability;
    }
    if (!(Math.abs(sum - 1) <= TOLERANCE)) {
      throw new IllegalArgumentException(
          "probabilities sum to " + sum + " instead of 1 in " + Arrays.toString(probabilities));
    }
    double rest = ThreadLocalRandom.current().nextDouble() * sum;
    int lastPossible = 0;
    for (int i = 0; i < probabilities.length; i++) {
      if (probabilities[i] > 0) {
        rest -= probabilities[i];
        lastPossible = i;
        if (rest < 0) {
          return i;
        }
      }
    }
    return lastPossible; // rounding used up the last cell
  }
}
