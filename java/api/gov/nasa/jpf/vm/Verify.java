package gov.nasa.jpf.vm;

import hazard.Nondet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What programs written for Java PathFinder call to speak with the model checker.
 *
 * <p>The choices are those of {@link Nondet}: Hazard explores every alternative, a plain Java virtual machine draws
 * one at random. What only guides a search ({@code interesting}, {@code boring}, {@code addComment}, ...) does nothing.
 */
public final class Verify {
  public static final int NO_VALUE = -1;

  public static final int SEVERE = 1;
  public static final int WARNING = 2;
  public static final int INFO = 3;
  public static final int FINE = 4;
  public static final int FINER = 5;
  public static final int FINEST = 6;

  private static final Map<Integer, Integer> counters = new HashMap<>();
  private static final Map<Integer, BitSet> bitSets = new HashMap<>();
  private static final Map<String, Integer> values = new HashMap<>();

  private Verify() {}

  /** Either truth value. */
  public static boolean getBoolean() {
    return Nondet.bool();
  }

  /** Either truth value; the one explored first is {@code false} if {@code falseFirst}. */
  public static boolean getBoolean(boolean falseFirst) {
    return Nondet.bool() ^ !falseFirst;
  }

  /** Either truth value. */
  public static boolean randomBool() {
    return Nondet.bool();
  }

  /** Any integer from 0 to {@code max} (inclusive). */
  public static int random(int max) {
    return Nondet.choose(0, max);
  }

  /** Any integer from {@code min} to {@code max} (inclusive). */
  public static int getInt(int min, int max) {
    return Nondet.choose(min, max);
  }

  /** Any integer from {@code min} to {@code max} (inclusive). */
  public static long getLong(long min, long max) {
    return min + Nondet.choose(0, Math.toIntExact(Math.subtractExact(max, min)));
  }

  /** One of the values. */
  public static int getIntFromList(int... values) {
    return values[Nondet.choose(0, values.length - 1)];
  }

  /** One of the values. */
  public static long getLongFromList(long... values) {
    return values[Nondet.choose(0, values.length - 1)];
  }

  /** One of the values. */
  public static float getFloatFromList(float... values) {
    return values[Nondet.choose(0, values.length - 1)];
  }

  /** One of the values. */
  public static double getDoubleFromList(double... values) {
    return values[Nondet.choose(0, values.length - 1)];
  }

  /** A value of the choice generator configured under {@code key}; on a plain Java virtual machine any integer. */
  public static int getInt(String key) {
    return ThreadLocalRandom.current().nextInt();
  }

  /** A value of the choice generator configured under {@code key}; on a plain Java virtual machine from 0 to 1. */
  public static double getDouble(String key) {
    return ThreadLocalRandom.current().nextDouble();
  }

  /** {@code value} with one of its {@code length} low bits flipped, {@code bits} times at different places. */
  public static long getBitFlip(long value, int bits, int length) {
    long flipped = value;
    int next = 0;
    for (int left = bits; left > 0; left--) {
      // Places in ascending order: each set of places is one outcome.
      int place = Nondet.choose(next, length - left);
      flipped ^= 1L << place;
      next = place + 1;
    }
    return flipped;
  }

  public static long getBitFlip(long value, int bits) {
    return getBitFlip(value, bits, 64);
  }

  public static int getBitFlip(int value, int bits) {
    return (int) getBitFlip(value, bits, 32);
  }

  public static short getBitFlip(short value, int bits) {
    return (short) getBitFlip(value, bits, 16);
  }

  public static char getBitFlip(char value, int bits) {
    return (char) getBitFlip(value, bits, 16);
  }

  public static byte getBitFlip(byte value, int bits) {
    return (byte) getBitFlip(value, bits, 8);
  }

  /** Abandons the path if {@code condition} holds; it counts neither as an end nor as a violation. */
  public static void ignoreIf(boolean condition) {
    Nondet.assume(!condition);
  }

  /** An assertion that is checked even where assertions are switched off. */
  public static void assertTrue(boolean condition) {
    if (!condition) {
      throw new AssertionError("Verify.assertTrue failed");
    }
  }

  /** An assertion with a message. */
  public static void assertTrue(String message, boolean condition) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }

  /** From here to {@link #endAtomic} no other thread runs, unless this one blocks. */
  public static void beginAtomic() {}

  /** The end of what {@link #beginAtomic} began. */
  public static void endAtomic() {}

  /** Ends a transition here: the state becomes visible. */
  public static void breakTransition(String reason) {}

  /** Ends a transition here, with a choice from {@code min} to {@code max}. */
  public static int breakTransition(String reason, int min, int max) {
    return -1;
  }

  /** Ends the whole search. */
  public static void terminateSearch() {
    System.exit(0);
  }

  /** Whether a model checker runs the program: true in Hazard, false on a plain Java virtual machine. */
  public static boolean isRunningInJPF() {
    return false;
  }

  /** Whether states are matched: true in Hazard, false on a plain Java virtual machine. */
  public static boolean vmIsMatchingStates() {
    return false;
  }

  public static boolean isTraceReplay() {
    return false;
  }

  /** Whether more than one thread can reach the object. */
  public static boolean isShared(Object object) {
    return false;
  }

  public static void setShared(Object object, boolean isShared) {}

  public static void freezeSharedness(Object object, boolean freeze) {}

  public static boolean isCalledFromClass(String className) {
    StackTraceElement[] frames = new Throwable().getStackTrace();
    return frames.length > 2 && frames[2].getClassName().equals(className);
  }

  /** A counter; in Hazard it counts over all paths and is no part of the state. */
  public static int incrementCounter(int id) {
    return counters.merge(id, 1, Integer::sum);
  }

  public static int getCounter(int id) {
    return counters.getOrDefault(id, 0);
  }

  public static void setCounter(int id, int value) {
    counters.put(id, value);
  }

  public static void resetCounter(int id) {
    counters.remove(id);
  }

  /** A named value; in Hazard it is kept over all paths and is no part of the state. */
  public static void putValue(String key, int value) {
    values.put(key, value);
  }

  public static int getValue(String key) {
    return values.getOrDefault(key, NO_VALUE);
  }

  /** A bit; in Hazard it is kept over all paths and is no part of the state. */
  public static void setBitInBitSet(int id, int bit, boolean value) {
    bitSets.computeIfAbsent(id, key -> new BitSet()).set(bit, value);
  }

  public static boolean getBitInBitSet(int id, int bit) {
    BitSet bits = bitSets.get(id);
    return bits != null && bits.get(bit);
  }

  public static void interesting(boolean condition) {}

  public static void boring(boolean condition) {}

  public static void addComment(String comment) {}

  public static void atLabel(String label) {}

  public static void atLabel(int label) {}

  public static void instrumentPoint(String label) {}

  public static void instrumentPointDeep(String label) {}

  public static void instrumentPointDeepRecur(String label, int depth) {}

  public static void busyWait(long duration) {}

  public static void setHeuristicSearchValue(int value) {}

  public static void resetHeuristicSearchValue() {}

  public static int getHeuristicSearchValue() {
    return 0;
  }

  public static void storeTrace(String fileName, String comment) {}

  public static void storeTraceIf(boolean condition, String fileName, String comment) {}

  public static void storeTraceAndTerminate(String fileName, String comment) {
    terminateSearch();
  }

  public static void storeTraceAndTerminateIf(boolean condition, String fileName, String comment) {
    if (condition) {
      terminateSearch();
    }
  }

  public static void setProperties(String... properties) {}

  public static String getProperty(String key) {
    return null;
  }

  public static long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  public static Object getObject(String key) {
    return null;
  }

  public static Object randomObject(String type) {
    return null;
  }

  /** Shows the output of the current path. */
  public static void printPathOutput(String message) {}

  public static void printPathOutput(boolean condition, String message) {}

  public static void threadPrint(String text) {
    System.out.print(Thread.currentThread().getName() + ": " + text);
  }

  public static void threadPrintln(String text) {
    System.out.println(Thread.currentThread().getName() + ": " + text);
  }

  public static void print(String text) {
    System.out.print(text);
  }

  public static void print(String text, int value) {
    System.out.print(text + " : " + value);
  }

  public static void print(String text, boolean value) {
    System.out.print(text + " : " + value);
  }

  public static void print(String... texts) {
    System.out.print(String.join("", texts));
  }

  public static void println() {
    System.out.println();
  }

  public static void println(String text) {
    System.out.println(text);
  }

  public static void log(String logger, int level, String message) {
    System.err.println(message);
  }

  public static void log(String logger, int level, String message, String argument) {
    System.err.println(message + argument);
  }

  public static void log(String logger, int level, String format, Object... arguments) {
    System.err.printf(format, arguments);
  }
}
