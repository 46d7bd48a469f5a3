package probabilistic;

/** A fair die with the faces 0 to 5; the name under which programs for jpf-probabilistic know {@link hazard.Die}. */
public final class Die {
  private Die() {}

  /** The same as in {@link hazard.Die}. */
  public static int roll() {
    return hazard.Die.roll();
  }
}
