package gov.nasa.jpf.vm;

import hazard.Nondet;
import hazard.internal.Generators;
import hazard.internal.Json;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What programs written for Java PathFinder call to speak with the model checker.
 *
 * <p>The choices are those of {@link Nondet}: Hazard explores every alternative, a plain Java virtual machine draws
 * one at random. What only guides or tells of a search ({@code interesting}, {@code boring}, {@code addComment},
 * {@code storeTrace}, ...) does nothing. What needs values that carry attributes is refused by name.
 */
public class Verify {
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
  private static final Map<String, String> properties = new HashMap<>();
  private static final Map<Object, int[]> objectAttributes = new IdentityHashMap<>();
  private static final String HEURISTIC = "hazard.heuristic";

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
    return Generators.integer(key);
  }

  /** A value of the choice generator configured under {@code key}; on a plain Java virtual machine from 0 to 1. */
  public static double getDouble(String key) {
    return Generators.real(key);
  }

  /** {@code value} with {@code bits} of its {@code length} low bits flipped: one choice among all sets of so many places. */
  public static long getBitFlip(long value, int bits, int length) {
    if (bits < 0 || bits > 7 || bits > length || length > 64) {
      throw new IllegalArgumentException("from 0 to 7 of up to 64 bits can be flipped, not " + bits + " of " + length);
    }
    int pick = Nondet.choose(0, Math.toIntExact(subsets(length, bits)) - 1);
    long flipped = value;
    int left = bits;
    // The sets in the order of their greatest places (the combinatorial number system).
    for (int place = length - 1; place >= 0; place--) {
      long without = subsets(place, left);
      if (pick >= without) {
        flipped ^= 1L << place;
        pick -= (int) without;
        left--;
      }
    }
    return flipped;
  }

  /** How many sets of {@code taken} there are among {@code all}. */
  private static long subsets(int all, int taken) {
    long sets = taken > all ? 0 : 1;
    for (int i = 0; i < taken && sets > 0; i++) {
      sets = sets * (all - i) / (i + 1);
    }
    return sets;
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

  public static double getBitFlip(double value, int bits) {
    return Double.longBitsToDouble(getBitFlip(Double.doubleToLongBits(value), bits));
  }

  public static float getBitFlip(float value, int bits) {
    return Float.intBitsToFloat(getBitFlip(Float.floatToIntBits(value), bits));
  }

  public static boolean getBitFlip(boolean value) {
    return !value;
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

  /** From here to {@link #endAtomic} no other thread runs; if this one blocks in between, nobody can go on. */
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

  /** What threads share is found out; to say otherwise would hide what they can do to each other. */
  public static void setShared(Object object, boolean isShared) {
    if (!isShared && isRunningInJPF()) {
      refuse("Verify.setShared(..., false)");
    }
  }

  public static void freezeSharedness(Object object, boolean freeze) {
    if (freeze && isRunningInJPF()) {
      refuse("Verify.freezeSharedness(..., true)");
    }
  }

  /** Whether the caller was called from a method of that class or of one below it. */
  public static boolean isCalledFromClass(String className) {
    StackTraceElement[] frames = new Throwable().getStackTrace();
    if (frames.length < 3) {
      return false;
    }
    try {
      return Class.forName(className).isAssignableFrom(Class.forName(frames[2].getClassName()));
    } catch (ClassNotFoundException unknown) {
      return false;
    }
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

  /** How the user's heuristic values the state; in Hazard it is kept over all paths and is no part of the state. */
  public static void setHeuristicSearchValue(int value) {
    putValue(HEURISTIC, value);
  }

  public static void resetHeuristicSearchValue() {
    putValue(HEURISTIC, 0);
  }

  public static int getHeuristicSearchValue() {
    int value = getValue(HEURISTIC);
    return value == NO_VALUE ? 0 : value;
  }

  /** Writes no file: {@code --trace} of Hazard does. */
  public static void storeTrace(String fileName, String comment) {}

  public static void storeTraceIf(boolean condition, String fileName, String comment) {
    if (condition) {
      storeTrace(fileName, comment);
    }
  }

  public static void storeTraceAndTerminate(String fileName, String comment) {
    storeTrace(fileName, comment);
    terminateSearch();
  }

  public static void storeTraceAndTerminateIf(boolean condition, String fileName, String comment) {
    if (condition) {
      storeTraceAndTerminate(fileName, comment);
    }
  }

  /** Sets keys of the configuration, each written {@code key=value}; they are no part of the state. */
  public static void setProperties(String... settings) {
    for (String setting : settings) {
      if (setting != null) {
        int at = setting.indexOf('=');
        String key = at < 0 ? setting : setting.substring(0, at);
        setProperty(key.startsWith("+") ? key.substring(1) : key, at < 0 ? "true" : setting.substring(at + 1));
      }
    }
  }

  private static void setProperty(String key, String value) {
    properties.put(key, value);
  }

  /** The value of a key of the configuration (a {@code .jpf} file), or null. */
  public static String getProperty(String key) {
    return properties.get(key);
  }

  public static long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  /** An object of the choice generator configured under {@code key}. */
  public static Object getObject(String key) {
    refuse("Verify.getObject(\"" + key + "\")");
    return null;
  }

  public static Object randomObject(String type) {
    return null;
  }

  /**
   * An object whose fields have the values that a JSON object gives them; a value such as {@code IntSet(1, 2)},
   * {@code IntInterval(0, 9)}, {@code DoubleSet(0.5, 1)} or {@code TrueFalse()} is a choice.
   */
  public static <T> T createFromJSON(Class<T> type, String json) {
    return type.cast(Json.read(type, json));
  }

  public static void writeObjectToFile(Object object, String fileName) {
    try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream(fileName))) {
      out.writeObject(object);
    } catch (IOException failure) {
      throw new RuntimeException(failure);
    }
  }

  public static <T> T readObjectFromFile(Class<T> type, String fileName) {
    try (ObjectInputStream in = new ObjectInputStream(new FileInputStream(fileName))) {
      return type.cast(in.readObject());
    } catch (IOException | ClassNotFoundException failure) {
      throw new RuntimeException(failure);
    }
  }

  /** Objects can carry numbers that the program does not see otherwise. */
  public static void setObjectAttribute(Object object, int value) {
    if (object != null) {
      beginAtomic();
      objectAttributes.put(object, new int[] {value});
      endAtomic();
    }
  }

  public static int getObjectAttribute(Object object) {
    int[] attributes = getObjectAttributes(object);
    if (attributes == null) {
      return 0;
    }
    if (attributes.length > 1) {
      throw new RuntimeException("the object has several attributes");
    }
    return attributes[0];
  }

  public static void addObjectAttribute(Object object, int value) {
    if (object != null) {
      beginAtomic();
      int[] known = objectAttributes.getOrDefault(object, new int[0]);
      int[] more = Arrays.copyOf(known, known.length + 1);
      // The newest comes first.
      System.arraycopy(known, 0, more, 1, known.length);
      more[0] = value;
      objectAttributes.put(object, more);
      endAtomic();
    }
  }

  public static int[] getObjectAttributes(Object object) {
    beginAtomic();
    int[] attributes = object == null ? null : objectAttributes.get(object);
    endAtomic();
    return attributes == null ? null : attributes.clone();
  }

  public static void setFieldAttribute(Object object, String field, int value) {
    refuse("Verify.setFieldAttribute (attributes that values carry)");
  }

  public static int getFieldAttribute(Object object, String field) {
    refuse("Verify.getFieldAttribute (attributes that values carry)");
    return 0;
  }

  public static void addFieldAttribute(Object object, String field, int value) {
    refuse("Verify.addFieldAttribute (attributes that values carry)");
  }

  public static int[] getFieldAttributes(Object object, String field) {
    refuse("Verify.getFieldAttributes (attributes that values carry)");
    return null;
  }

  public static void setLocalAttribute(String variable, int value) {
    refuse("Verify.setLocalAttribute (attributes that values carry)");
  }

  public static int getLocalAttribute(String variable) {
    refuse("Verify.getLocalAttribute (attributes that values carry)");
    return 0;
  }

  public static void addLocalAttribute(String variable, int value) {
    refuse("Verify.addLocalAttribute (attributes that values carry)");
  }

  public static int[] getLocalAttributes(String variable) {
    refuse("Verify.getLocalAttributes (attributes that values carry)");
    return null;
  }

  public static void setElementAttribute(Object array, int index, int value) {
    refuse("Verify.setElementAttribute (attributes that values carry)");
  }

  public static int getElementAttribute(Object array, int index) {
    refuse("Verify.getElementAttribute (attributes that values carry)");
    return 0;
  }

  public static void addElementAttribute(Object array, int index, int value) {
    refuse("Verify.addElementAttribute (attributes that values carry)");
  }

  public static int[] getElementAttributes(Object array, int index) {
    refuse("Verify.getElementAttributes (attributes that values carry)");
    return null;
  }

  /** What Hazard cannot do ends the path with a sentence; a plain Java virtual machine throws. */
  private static void refuse(String what) {
    throw new UnsupportedOperationException(what);
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
