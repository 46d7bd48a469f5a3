package hazard;

import hazard.internal.ObjectInput;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;

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
   * An object whose fields are inputs, under the name of its class; see {@link #object(String, Class)}.
   *
   * @param type its class
   * @param <T> its type
   * @return the object, never null
   */
  public static <T> T object(Class<T> type) {
    String name = type.getSimpleName();
    return object(Character.toLowerCase(name.charAt(0)) + name.substring(1), type);
  }

  /**
   * An object whose fields are inputs. With {@code hazard check --symbolic} a field is unknown until it is read first. A number then
   * is any of its type; a reference is null, one more object of the declared class, or any object of that class that was such an
   * input before: lists, trees and circles of any size come out of it. Enums are any of their constants, strings are as
   * {@link #text} has them, arrays have any length up to a bound ({@code --strings}).
   *
   * <p>No constructor runs, so that the object may be one that the program never makes: what it promises about its objects has to
   * be assumed, {@code Symbolic.assume(list.isSorted())}. Classes of the Java library are not made so, but for strings and boxes.
   *
   * @param name what reports call it; its fields are {@code name.field}
   * @param type its class
   * @param <T> its type
   * @return the object, never null; perhaps one that was an input before
   */
  public static <T> T object(String name, Class<T> type) {
    return type.cast(ObjectInput.drawn(type, false));
  }

  /**
   * The same as {@link #object(String, Class)}, but perhaps null.
   *
   * @param name what reports call it; its fields are {@code name.field}
   * @param type its class
   * @param <T> its type
   * @return the object or null
   */
  public static <T> T objectOrNull(String name, Class<T> type) {
    return type.cast(ObjectInput.drawn(type, true));
  }

  /**
   * An array of any length up to a bound, of any elements.
   *
   * @param name what reports call it; its length is the input {@code name.length}, its elements are {@code name[0]} and so on
   * @param longest the greatest length
   * @return the array
   */
  public static int[] integers(String name, int longest) {
    int[] elements = new int[integer(name + ".length", 0, longest)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = integer(name + "[" + i + "]");
    }
    return elements;
  }

  /**
   * A list of any size up to a bound.
   *
   * @param name its size is the input {@code name.size}
   * @param longest the greatest size
   * @param element makes the element of an index, for instance {@code i -> Symbolic.integer("element " + i)}
   * @param <T> the type of its elements
   * @return the list, which may be changed
   */
  public static <T> List<T> list(String name, int longest, IntFunction<? extends T> element) {
    int size = integer(name + ".size", 0, longest);
    List<T> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(element.apply(i));
    }
    return list;
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
