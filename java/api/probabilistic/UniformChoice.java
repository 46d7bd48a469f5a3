package probabilistic;

/**
 * A random choice between the equally likely alternatives {@code 0, ..., n - 1}; the name under which programs for
 * jpf-probabilistic know {@link hazard.UniformChoice}.
 */
public final class UniformChoice {
  private UniformChoice() {}

  /** The same as in {@link hazard.UniformChoice}. */
  public static int make(int n) {
    return hazard.UniformChoice.make(n);
  }
}
