package probabilistic;

/**
 * A fair coin with the sides 0 and 1; the name under which programs for jpf-probabilistic know {@link hazard.Coin}.
 */
public final class Coin {
  private Coin() {}

  /** The same as in {@link hazard.Coin}. */
  public static int flip() {
    return hazard.Coin.flip();
  }
}
