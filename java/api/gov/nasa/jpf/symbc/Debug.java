package gov.nasa.jpf.symbc;

import hazard.Nondet;
import hazard.Symbolic;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The symbolic inputs of programs written for Symbolic PathFinder.
 *
 * <p>With {@code hazard pse} and {@code hazard check --symbolic} the values made here stay symbolic (see {@link
 * Symbolic}); on a plain Java virtual machine they are drawn at random, and what prints a symbolic value prints the
 * value drawn.
 */
public final class Debug {
  private Debug() {}

  /** Adds a condition to the path condition: the path is abandoned where it cannot hold. */
  public static void assume(boolean condition) {
    Nondet.assume(condition);
  }

  public static int makeSymbolicInteger(String name) {
    return Symbolic.integer(name);
  }

  public static int makeConstrainedSymbolicInteger(String name, int lo, int hi) {
    return Symbolic.integer(name, lo, hi);
  }

  public static long makeSymbolicLong(String name) {
    return Symbolic.longInteger(name, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  public static short makeSymbolicShort(String name) {
    return (short) Symbolic.integer(name, Short.MIN_VALUE, Short.MAX_VALUE);
  }

  public static byte makeSymbolicByte(String name) {
    return (byte) Symbolic.integer(name, Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  public static byte makeConstrainedSymbolicByte(String name, int lo, int hi) {
    return (byte) Symbolic.integer(name, lo, hi);
  }

  public static char makeSymbolicChar(String name) {
    return (char) Symbolic.integer(name, Character.MIN_VALUE, Character.MAX_VALUE);
  }

  public static boolean makeSymbolicBoolean(String name) {
    return Symbolic.bool(name);
  }

  public static double makeSymbolicReal(String name) {
    return Symbolic.real(name, -1e9, 1e9);
  }

  public static double makeSymbolicDouble(String name) {
    return makeSymbolicReal(name);
  }

  /** A string of symbolic characters; on a plain Java virtual machine up to 16 printable ones. */
  public static String makeSymbolicString(String name) {
    StringBuilder text = new StringBuilder();
    for (int left = ThreadLocalRandom.current().nextInt(17); left > 0; left--) {
      text.append((char) ThreadLocalRandom.current().nextInt(' ', '~' + 1));
    }
    return text.toString();
  }

  /** A string of {@code size} symbolic characters. */
  public static String makeSymbolicString(String name, int size) {
    char[] text = new char[size];
    for (int i = 0; i < size; i++) {
      text[i] = makeSymbolicChar(name + i);
    }
    return new String(text);
  }

  /** Makes an integer symbolic that has the value {@code value} on a plain Java virtual machine. */
  public static int addSymbolicInt(int value, String name) {
    return value;
  }

  public static int addConstrainedSymbolicInt(int value, String name, int lo, int hi) {
    return value;
  }

  public static long addSymbolicLong(long value, String name) {
    return value;
  }

  public static byte addSymbolicByte(byte value, String name) {
    return value;
  }

  public static char addSymbolicChar(char value, String name) {
    return value;
  }

  public static double addSymbolicDouble(double value, String name) {
    return value;
  }

  public static boolean addSymbolicBoolean(boolean value, String name) {
    return value;
  }

  public static boolean isSymbolicInteger(int value) {
    return false;
  }

  public static boolean isSymbolicLong(long value) {
    return false;
  }

  public static boolean isSymbolicShort(short value) {
    return false;
  }

  public static boolean isSymbolicByte(byte value) {
    return false;
  }

  public static boolean isSymbolicChar(char value) {
    return false;
  }

  /** The expression behind a value, or its digits if it is not symbolic. */
  public static String getSymbolicIntegerValue(int value) {
    return Integer.toString(value);
  }

  public static String getSymbolicLongValue(long value) {
    return Long.toString(value);
  }

  public static String getSymbolicShortValue(short value) {
    return Short.toString(value);
  }

  public static String getSymbolicByteValue(byte value) {
    return Byte.toString(value);
  }

  public static String getSymbolicCharValue(char value) {
    return Character.toString(value);
  }

  public static String getSymbolicRealValue(double value) {
    return Double.toString(value);
  }

  public static String getSymbolicBooleanValue(boolean value) {
    return Boolean.toString(value);
  }

  public static String getSymbolicStringValue(String value) {
    return value;
  }

  public static void printSymbolicValue(int value) {
    System.out.println(getSymbolicIntegerValue(value));
  }

  /** Prints the path condition after {@code message}; on a plain Java virtual machine there is none. */
  public static void printPC(String message) {
    System.out.println(message);
  }

  /** The path condition with a solution for each unknown. */
  public static String getSolvedPC() {
    return "";
  }

  public static String getPC_prefix_notation() {
    return "";
  }
}
