import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** A little of everything a class file can hold, so that damage meets every part of a virtual machine. */
public class Victim implements Comparable<Victim> {
  static final String NAME = "victim";
  static final double RATE = 0.75;
  static long calls;
  private final int[] data;
  private final String text;

  Victim(int size) {
    data = new int[size];
    text = NAME + size + ':' + RATE;
    for (int i = 0; i < size; i++) {
      data[i] = i * i - 3;
    }
  }

  @Override
  public int compareTo(Victim other) {
    return Integer.compare(data.length, other.data.length);
  }

  static String kind(int number) {
    return switch (number) {
      case 0, 1 -> "small";
      case 1000 -> "large";
      default -> number < 0 ? "negative" : "other";
    };
  }

  static int of(String word) {
    switch (word) {
      case "small":
        return 1;
      case "other":
        return 2;
      default:
        return 3;
    }
  }

  static synchronized double mix(long a, float b, double c) {
    calls++;
    return (a << 3 ^ a >>> 2) + b % 3 - (c > a ? (int) c : (byte) a);
  }

  static int risky(Object object, int divisor) {
    try {
      return ((String) object).length() / divisor;
    } catch (ClassCastException | ArithmeticException caught) {
      return -1;
    } finally {
      calls += 2;
    }
  }

  public static Object work(int size) {
    Victim one = new Victim(size);
    Victim two = new Victim(size + 1);
    IntUnaryOperator twice = x -> 2 * x + one.data.length;
    List<Object> seen = new ArrayList<>();
    int[][] grid = new int[2][3];
    grid[1][2] = twice.applyAsInt(one.compareTo(two));
    synchronized (one) {
      for (Object each : new Object[] {one.text, 7, grid, null}) {
        seen.add(each instanceof String s && !s.isEmpty() ? risky(s, grid[1][2]) : risky("x", 0));
      }
    }
    seen.add(mix(size, 1.5f, RATE) + kind(size) + of(kind(-size)) + (char) (calls + 60));
    return seen.toString();
  }
}
