/** Switches of every kind, nested handlers, wide locals, long jumps of control. */
public class VictimFlow {
  enum Mood { GOOD, BAD, UGLY }

  static int switches(int number, String text, Object object) {
    int result = switch (number) {
      case -5, 0, 1, 2 -> 10;
      case 1_000_000 -> 20;
      default -> {
        int sum = 0;
        for (int i = number; i > 0; i--) {
          if (i % 3 == 0) continue;
          sum += i;
        }
        yield sum;
      }
    };
    switch (text) {
      case "Aa", "BB":
        result++;
      case "C":
        result += 2;
        break;
      default:
        result--;
    }
    if (object instanceof Integer i && i > 3) {
      result += i;
    } else if (object instanceof String s) {
      result += s.length();
    }
    return result;
  }

  static long handlers(int depth) {
    long done = 0;
    outer:
    for (int i = 0; i < 3; i++) {
      try {
        try {
          if (depth > 0) {
            done += handlers(depth - 1);
          }
          if (i == 1) throw new IllegalStateException("i");
          if (i == 2) break outer;
          done += 100 / (i - depth % 2);
        } catch (ArithmeticException zero) {
          done += 1;
        } finally {
          done *= 2;
        }
      } catch (IllegalStateException state) {
        done += state.getMessage().length();
        continue;
      } finally {
        done++;
      }
    }
    return done;
  }

  static double wide(long a, double b, float c, byte d, char e, short f, boolean g) {
    double[][] grid = new double[2][];
    grid[0] = new double[] {a, b, c, d, e, f};
    grid[1] = grid[0].clone();
    grid[1][2] += g ? 1 : 2;
    return grid[1][2] % 3 + (a >>> 3 | (int) b) + (a < b ? c : -c) + (Double.isNaN(b) ? 0 : (long) b);
  }

  public static Object work(int size) {
    Mood mood = Mood.values()[size % 3];
    int extra = switch (mood) {
      case GOOD -> 1;
      case BAD -> 2;
      case UGLY -> 3;
    };
    return switches(size, "BB", "text") + switches(extra, "C", 7) + handlers(2) + wide(size, 2.5, 1.5f, (byte) 3, 'x', (short) -1, true) + mood.name();
  }
}
