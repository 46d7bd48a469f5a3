package org.sosy_lab.sv_benchmarks;

import hazard.Nondet;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The inputs of the Java programs of the software verification competition.
 *
 * <p>Hazard explores both truth values; inputs of the other types stay symbolic with {@code --symbolic} and are too
 * many to enumerate without. On a plain Java virtual machine every value is drawn at random.
 */
public final class Verifier {
  private Verifier() {}

  /** Says that only runs on which {@code condition} holds here count. */
  public static void assume(boolean condition) {
    Nondet.assume(condition);
  }

  public static boolean nondetBoolean() {
    return Nondet.bool();
  }

  public static byte nondetByte() {
    return (byte) Nondet.choose(Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  public static char nondetChar() {
    return (char) Nondet.choose(Character.MIN_VALUE, Character.MAX_VALUE);
  }

  public static short nondetShort() {
    return (short) Nondet.choose(Short.MIN_VALUE, Short.MAX_VALUE);
  }

  public static int nondetInt() {
    return Nondet.choose(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  public static long nondetLong() {
    return ThreadLocalRandom.current().nextLong();
  }

  /** Any value, the infinities and not-a-number included. */
  public static float nondetFloat() {
    return Float.intBitsToFloat(ThreadLocalRandom.current().nextInt());
  }

  /** Any value, the infinities and not-a-number included. */
  public static double nondetDouble() {
    return Double.longBitsToDouble(ThreadLocalRandom.current().nextLong());
  }

  /** A string of any length; on a plain Java virtual machine up to 16 printable characters. */
  public static String nondetString() {
    StringBuilder text = new StringBuilder();
    for (int left = ThreadLocalRandom.current().nextInt(17); left > 0; left--) {
      text.append((char) ThreadLocalRandom.current().nextInt(' ', '~' + 1));
    }
    return text.toString();
  }

  /** An object built by a factory whose own choices come from this class. */
  public static <T> T nondetObject(Class<T> type, ObjectFactory<T> factory) {
    return factory.createObject();
  }
}
