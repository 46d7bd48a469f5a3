package hazard;

import java.util.concurrent.ThreadLocalRandom;

/** Choices without probabilities: whatever an environment, a user or an adversary might do. */
public final class Nondet {
  private Nondet() {}

  /**
   * Chooses a truth value.
   *
   * <p>Hazard explores both; a program with such choices is a decision process, for which {@code Pmin} and
   * {@code Pmax} are asked. On a plain Java virtual machine the value is drawn at random.
   *
   * @return false or true
   */
  public static boolean bool() {
    return choose(0, 1) == 1;
  }

  /**
   * Chooses an integer of a range; Hazard explores every one of them.
   *
   * @param lo the least value
   * @param hi the greatest value (inclusive)
   * @return a value from {@code lo} to {@code hi}
   * @throws IllegalArgumentException if the range is empty
   */
  public static int choose(int lo, int hi) {
    if (lo > hi) {
      throw new IllegalArgumentException("no value from " + lo + " to " + hi);
    }
    return (int) ThreadLocalRandom.current().nextLong(lo, hi + 1L);
  }

  /**
   * Says that only runs on which {@code condition} holds here count.
   *
   * <p>Hazard abandons the path otherwise, without a violation. A plain Java virtual machine is halted.
   *
   * @param condition what is assumed
   */
  public static void assume(boolean condition) {
    if (!condition) {
      Runtime.getRuntime().halt(0);
    }
  }
}
