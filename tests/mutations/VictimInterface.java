import java.util.Arrays;
import java.util.Comparator;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** An interface with code of every kind, and lambdas and method references of every kind. */
public interface VictimInterface extends Comparator<String> {
  int[] SEEN = {1, 2, 3};

  String name();

  default int twice(int number) {
    return 2 * half(number) + SEEN.length;
  }

  private int half(int number) {
    return number / 2 + name().length();
  }

  static VictimInterface named(Supplier<String> name) {
    return new VictimInterface() {
      @Override
      public String name() {
        return name.get();
      }

      @Override
      public int compare(String one, String other) {
        return one.length() - other.length();
      }
    };
  }

  static Object work(int size) {
    BiFunction<Integer, Integer, Integer> sum = Integer::sum;
    Function<Integer, int[]> make = int[]::new;
    Supplier<StringBuilder> builder = StringBuilder::new;
    String prefix = "p" + size;
    Function<String, String> bound = prefix::concat;
    VictimInterface one = named(() -> bound.apply("q"));
    String[] words = {"ccc", "a", "bb"};
    Arrays.sort(words, one.reversed().thenComparing(Comparator.naturalOrder()));
    long total = sum.apply(one.twice(size), make.apply(size).length);
    return builder.get().append(total).append(String.join(",", words)).toString();
  }
}
