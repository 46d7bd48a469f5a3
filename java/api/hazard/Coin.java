package hazard;

/** Coins: two alternatives. */
public final class Coin {
  private Coin() {}

  /**
   * Flips a fair coin.
   *
   * <p>Hazard branches into both sides, each with probability 1/2.
   *
   * @return 0 or 1
   */
  public static int flip() {
    return UniformChoice.make(2);
  }

  /**
   * Flips a biased coin.
   *
   * <p>Hazard branches into both sides, unless {@code p} is 0 or 1.
   *
   * @param p the probability of 1, between 0 and 1
   * @return 1 with probability {@code p}, 0 otherwise
   */
  public static int flip(double p) {
    return Choice.make(new double[] {1 - p, p});
  }
}
