package probabilistic;

/**
 * A random choice with a distribution of one's own; the name under which programs for jpf-probabilistic know {@link
 * hazard.Choice}.
 */
public final class Choice {
  private Choice() {}

  /** The same as in {@link hazard.Choice}. */
  public static int make(double[] p) {
    return hazard.Choice.make(p);
  }
}
