package hazard.internal;

import gov.nasa.jpf.vm.Verify;
import hazard.Nondet;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;

/**
 * The choice generators that a configuration of Java PathFinder defines: {@code key.class} names the kind, further keys its
 * values. On a plain Java virtual machine there is no configuration, and a value is drawn at random.
 */
public final class Generators {
  private Generators() {}

  /** A value of the generator of integers under {@code key}. */
  public static int integer(String key) {
    if (isDrawn(key)) {
      return new Random().nextInt();
    }
    switch (kind(key)) {
      case "IntIntervalGenerator":
        return interval(number(key, "min"), number(key, "max"), number(key, "delta", 1));
      case "IntChoiceFromSet":
      case "IntChoiceFromList":
        double[] values = values(key);
        return values.length == 0 ? 0 : (int) values[Nondet.choose(0, values.length - 1)];
      case "RandomIntIntervalGenerator":
        int least = number(key, "min");
        return drawn(least, number(key, "max"), number(key, "n", 1), number(key, "seed", 1));
      default:
        return unknown(key);
    }
  }

  /** A value of the generator of reals under {@code key}. */
  public static double real(String key) {
    if (isDrawn(key)) {
      return new Random().nextDouble();
    }
    switch (kind(key)) {
      case "DoubleThresholdGenerator":
        double[] threshold = {decimal(key, "low"), decimal(key, "threshold"), decimal(key, "high")};
        return threshold[Nondet.choose(0, 2)];
      case "DoubleChoiceFromSet":
      case "DoubleChoiceFromList":
        double[] values = values(key);
        return values.length == 0 ? 0 : values[Nondet.choose(0, values.length - 1)];
      default:
        return unknown(key);
    }
  }

  /** From one end to the other in steps; a negative step goes down. */
  static int interval(int end, int otherEnd, int step) {
    if (step == 0) {
      throw new IllegalArgumentException("the step of an interval must not be 0");
    }
    int least = Math.min(end, otherEnd);
    int greatest = Math.max(end, otherEnd);
    long count = ((long) greatest - least) / Math.abs((long) step) + 1;
    int pick = Nondet.choose(0, Math.toIntExact(count - 1));
    return (step > 0 ? least : greatest) + pick * step;
  }

  /** One of so many integers drawn by {@code java.util.Random} of this seed. */
  static int drawn(int least, int bound, int count, long seed) {
    int pick = Nondet.choose(0, count - 1);
    // The generator's own steps, so that nobody takes its numbers for choices.
    long state = (seed ^ 0x5DEECE66DL) & ((1L << 48) - 1);
    int value = 0;
    int range = bound - least;
    for (int i = 0; i <= pick; i++) {
      int bits;
      do {
        state = (state * 0x5DEECE66DL + 0xBL) & ((1L << 48) - 1);
        bits = (int) (state >>> 17);
        value = (range & -range) == range ? (int) ((range * (long) bits) >> 31) : bits % range;
      } while ((range & -range) != range && bits - value + (range - 1) < 0);
    }
    return least + value;
  }

  /** A single run without a configuration takes any value. */
  private static boolean isDrawn(String key) {
    return !Verify.vmIsMatchingStates() && Verify.getProperty(key + ".class") == null;
  }

  private static String kind(String key) {
    String name = Verify.getProperty(key + ".class");
    if (name == null) {
      return "";
    }
    return name.substring(name.lastIndexOf('.') + 1).trim();
  }

  private static int unknown(String key) {
    String name = Verify.getProperty(key + ".class");
    refuse("the choice generator \"" + key + "\"" + (name == null ? ", which no configuration defines" : " of class " + name));
    return 0;
  }

  private static int number(String key, String part) {
    return (int) decimal(key, part);
  }

  private static int number(String key, String part, int otherwise) {
    return Verify.getProperty(key + "." + part) == null ? otherwise : number(key, part);
  }

  private static double decimal(String key, String part) {
    String text = Verify.getProperty(key + "." + part);
    if (text == null) {
      refuse("the choice generator \"" + key + "\" without " + key + "." + part);
      return 0;
    }
    return value(key, text);
  }

  private static double[] values(String key) {
    String text = Verify.getProperty(key + ".values");
    Set<Double> values = new LinkedHashSet<>();
    if (text != null) {
      for (String item : text.split("[,;: \t]+")) {
        if (!item.isEmpty()) {
          values.add(value(key, item));
        }
      }
    }
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double value(String key, String text) {
    try {
      return Double.parseDouble(text.trim());
    } catch (NumberFormatException variable) {
      refuse("the choice generator \"" + key + "\" with the value of the variable " + text.trim());
      return 0;
    }
  }

  static void refuse(String what) {
    throw new UnsupportedOperationException(what);
  }
}
