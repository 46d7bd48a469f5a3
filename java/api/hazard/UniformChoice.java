package hazard;

import java.util.concurrent.ThreadLocalRandom;

/** A random choice between equally likely alternatives. */
public final class UniformChoice {
  private UniformChoice() {}

  /**
   * Picks one of {@code 0, ..., n - 1}, each with probability {@code 1/n}.
   *
   * <p>Hazard branches into all {@code n} values. On a plain Java virtual machine one is drawn at random.
   *
   * @param n the number of alternatives, at least one
   * @return the alternative picked
   * @throws IllegalArgumentException if {@code n} is not positive
   */
  public static int make(int n) {
    if (n <= 0) {
      throw new IllegalArgumentException("a uniform choice needs at least one alternative, not " + n);
    }
    return ThreadLocalRandom.current().nextInt(n);
  }
}
