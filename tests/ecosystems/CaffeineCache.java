//@ library: caffeine
import com.github.benmanes.caffeine.cache.*; import java.util.*;
/** Caffeine: loading, eviction by size, statistics, removal. */
public class CaffeineCache {
  public static void main(String[] args) {
    LoadingCache<Integer, String> c = Caffeine.newBuilder().maximumSize(3).executor(Runnable::run).recordStats().build(k -> "v" + k);
    for (int i = 0; i < 10; i++) c.get(i % 4); c.cleanUp();
    System.out.println(c.estimatedSize() + " " + c.stats().requestCount() + " " + c.get(42));
    Cache<String, Integer> m = Caffeine.newBuilder().build(); m.put("a", 1); m.asMap().merge("a", 5, Integer::sum); System.out.println(m.getIfPresent("a") + " " + m.get("b", String::length)); m.invalidate("a"); System.out.println(new TreeMap<>(m.asMap()));
  }
}
