package hazard;

/** A fair die. */
public final class Die {
  private Die() {}

  /**
   * Rolls a fair die with the faces 0 to 5.
   *
   * <p>Hazard branches into all six, each with probability 1/6.
   *
   * @return a number from 0 to 5
   */
  public static int roll() {
    return UniformChoice.make(6);
  }
}
