//@ library: guava
import com.google.common.base.CaseFormat;
import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableRangeMap;
import com.google.common.collect.Multisets;
import com.google.common.collect.Range;
import com.google.common.collect.TreeMultiset;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.Hashing;
import com.google.common.math.BigIntegerMath;
import com.google.common.math.LongMath;
import com.google.common.primitives.Ints;
import com.google.common.reflect.TypeToken;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;

/** Collections, caches, events, hashes, futures, types. */
public class GuavaEverything {
  public static class Listener {
    @Subscribe
    public void on(String text) {
      System.out.println("heard " + text);
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(Joiner.on("; ").withKeyValueSeparator("=").join(ImmutableListMultimap.of("a", 1, "a", 2, "b", 3).asMap()));
    System.out.println(Splitter.onPattern("\\s*,\\s*").omitEmptyStrings().splitToList("x , y,, z"));
    TreeMultiset<String> words = TreeMultiset.create(List.of("to", "be", "or", "not", "to", "be"));
    System.out.println(words + " " + Multisets.copyHighestCountFirst(words).entrySet().iterator().next());
    HashBasedTable<String, Integer, Double> table = HashBasedTable.create();
    table.put("r", 1, 0.5);
    table.put("r", 2, 1.5);
    System.out.println(table.row("r") + " " + table.column(2));
    System.out.println(ImmutableRangeMap.<Integer, String>builder().put(Range.closed(1, 5), "low").put(Range.openClosed(5, 9), "high").build().get(6));
    LoadingCache<String, Integer> cache = CacheBuilder.newBuilder().maximumSize(2).recordStats().build(CacheLoader.from(String::length));
    for (String key : List.of("one", "three", "one", "seven", "three")) {
      cache.get(key);
    }
    System.out.println(cache.stats().loadCount() + " " + cache.size());
    EventBus bus = new EventBus();
    bus.register(new Listener());
    bus.post("news");
    System.out.println(Hashing.sha256().hashString("text", StandardCharsets.UTF_8) + " " + Hashing.murmur3_128(7).hashInt(42) + " " + Hashing.crc32c().hashLong(9));
    BloomFilter<Integer> filter = BloomFilter.create(Funnels.integerFunnel(), 100);
    filter.put(5);
    System.out.println(filter.mightContain(5) + " " + filter.mightContain(6));
    System.out.println(LongMath.binomial(40, 20) + " " + BigIntegerMath.sqrt(BigIntegerMath.factorial(30), RoundingMode.HALF_UP) + " " + Ints.asList(3, 1, 2) + " " + CaseFormat.LOWER_CAMEL.to(CaseFormat.UPPER_UNDERSCORE, "aName"));
    System.out.println(new TypeToken<List<? extends Comparable<String>>>() {}.resolveType(List.class.getTypeParameters()[0]));
    ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));
    List<com.google.common.util.concurrent.ListenableFuture<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int n = i;
      all.add(pool.submit(() -> n * n));
    }
    System.out.println(Futures.transform(Futures.allAsList(all), Object::toString, MoreExecutors.directExecutor()).get());
    pool.shutdown();
  }
}
