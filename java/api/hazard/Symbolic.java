package hazard;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Inputs that symbolic execution keeps as unknowns.
 *
 * <p>With {@code hazard pse} and {@code hazard check --symbolic} a value stands for its whole range, and a branch
 * over it becomes part of the path condition. Otherwise, and on a plain Java virtual machine, it is drawn at random,
 * uniformly from its range.
 */
public final class Symbolic {
  private Symbolic() {}

  /**
   * A symbolic integer of the whole range of {@code int}.
   *
   * @param name what reports and usage profiles call it
   * @return the unknown
   */
  public static int integer(String name) {
    return integer(name, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /**
   * A symbolic integer of a range.
   *
   * @param name what reports and usage profiles call it
   * @param lo the least value
   * @param hi the greatest value (inclusive)
   * @return the unknown
   */
  public static int integer(String name, int lo, int hi) {
    if (lo > hi) {
      throw new IllegalArgumentException("symbolic integer " + name + ": no value from " + lo + " to " + hi);
    }
    return (int) ThreadLocalRandom.current().nextLong(lo, hi + 1L);
  }

  /**
   * A symbolic {@code long} of a range.
   *
   * @param name what reports and usage profiles call it
   * @param lo the least value
   * @param hi the greatest value (inclusive)
   * @return the unknown
   */
  public static long longInteger(String name, long lo, long hi) {
    if (lo > hi) {
      throw new IllegalArgumentException("symbolic integer " + name + ": no value from " + lo + " to " + hi);
    }
    if (lo == Long.MIN_VALUE && hi == Long.MAX_VALUE) {
      return ThreadLocalRandom.current().nextLong();
    }
    // The bound of nextLong is exclusive, which Long.MAX_VALUE cannot be.
    return hi == Long.MAX_VALUE
        ? ThreadLocalRandom.current().nextLong(lo - 1, hi) + 1
        : ThreadLocalRandom.current().nextLong(lo, hi + 1);
  }

  /**
   * A symbolic truth value.
   *
   * @param name what reports and usage profiles call it
   * @return the unknown
   */
  public static boolean bool(String name) {
    return integer(name, 0, 1) == 1;
  }

  /**
   * A symbolic real number of a range.
   *
   * @param name what reports and usage profiles call it
   * @param lo the least value
   * @param hi the greatest value
   * @return the unknown
   */
  public static double real(String name, double lo, double hi) {
    if (!(lo <= hi)) {
      throw new IllegalArgumentException("symbolic real " + name + ": no value from " + lo + " to " + hi);
    }
    return lo == hi ? lo : ThreadLocalRandom.current().nextDouble(lo, hi);
  }

  /**
   * A symbolic {@code float} of any value, infinities and NaN among them.
   *
   * @param name what reports and usage profiles call it
   * @return the unknown
   */
  public static float anyFloat(String name) {
    return Float.intBitsToFloat(ThreadLocalRandom.current().nextInt());
  }

  /**
   * A symbolic {@code double} of any value, infinities and NaN among them.
   *
   * @param name what reports and usage profiles call it
   * @return the unknown
   */
  public static double anyDouble(String name) {
    return Double.longBitsToDouble(ThreadLocalRandom.current().nextLong());
  }

  /**
   * A symbolic {@code String}: of any length up to a bound ({@code --strings}), of any characters of Latin-1.
   *
   * @param name what reports call it; its length is the input {@code name.length}, its characters are {@code name[0]} and so on
   * @return the unknown
   */
  public static String text(String name) {
    StringBuilder text = new StringBuilder();
    for (int length = ThreadLocalRandom.current().nextInt(9); length > 0; length--) {
      text.append((char) ThreadLocalRandom.current().nextInt(256));
    }
    return text.toString();
  }

  /**
   * Adds a condition to the path condition; the same as {@link Nondet#assume}.
   *
   * @param condition what is assumed of the unknowns
   */
  public static void assume(boolean condition) {
    Nondet.assume(condition);
  }
}
