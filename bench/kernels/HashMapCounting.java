import java.util.HashMap;
import java.util.Map;

/** Counting in a hash map: boxes, hashing, virtual calls. */
public class HashMapCounting {
  public static void main(String[] args) {
    Map<Integer, Integer> counts = new HashMap<>();
    int value = 12345;
    for (int i = 0; i < 600_000; i++) {
      value = value * 1103515245 + 12345;
      counts.merge((value >>> 16) % 5000, 1, Integer::sum);
    }
    int most = 0;
    for (int count : counts.values()) {
      most = Math.max(most, count);
    }
    System.out.println(counts.size() + " " + most);
  }
}
