import com.google.common.cache.*;
import com.google.common.collect.*;
import com.google.common.graph.*;
import com.google.common.hash.*;
import com.google.common.io.*;
import com.google.common.math.*;
import com.google.common.base.*;
import com.google.common.reflect.*;
import java.math.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
public class GuavaHashGraphMath {
    public static void main(String[] args) throws Exception {
        byte[] b = "hello world".getBytes(StandardCharsets.UTF_8); System.out.println(Hashing.murmur3_32_fixed(7).hashBytes(b) + " " + Hashing.murmur3_128().hashBytes(b) + " " + Hashing.sha256().hashBytes(b) + " " + Hashing.crc32().hashBytes(b) + " " + Hashing.sipHash24().hashBytes(b) + " " + Hashing.farmHashFingerprint64().hashBytes(b) + " " + Hashing.adler32().hashBytes(b) + " " + Hashing.consistentHash(12345, 10));
        System.out.println(IntMath.gcd(48, 36) + " " + IntMath.checkedPow(3, 10) + " " + IntMath.isPrime(97) + " " + LongMath.binomial(40, 20) + " " + LongMath.sqrt(1L << 50, RoundingMode.DOWN) + " " + BigIntegerMath.factorial(25) + " " + IntMath.divide(7, 2, RoundingMode.HALF_EVEN) + " " + LongMath.log2(1000, RoundingMode.CEILING) + " " + DoubleMath.roundToInt(2.5, RoundingMode.HALF_EVEN) + " " + LongMath.isPrime(1_000_000_007L) + " " + IntMath.mod(-7, 3) + " " + Stats.of(1, 2, 3, 4).populationVariance() + " " + Quantiles.median().compute(5, 1, 3));
        try { IntMath.checkedMultiply(1 << 20, 1 << 20); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        MutableGraph<String> g = GraphBuilder.directed().allowsSelfLoops(false).nodeOrder(ElementOrder.<String>natural()).build(); g.putEdge("a", "b"); g.putEdge("b", "c"); g.putEdge("c", "d"); g.putEdge("x", "y"); System.out.println(new TreeSet<>(Graphs.reachableNodes(g, "a")) + " " + Graphs.hasCycle(g) + g.nodes() + g.successors("b") + g.edges().size() + ImmutableList.copyOf(Traverser.forGraph(g).breadthFirst("a"))); g.putEdge("d", "a"); System.out.println(Graphs.hasCycle(g) + " " + Graphs.transpose(g).successors("a")); MutableValueGraph<Integer, Double> v = ValueGraphBuilder.undirected().build(); v.putEdgeValue(1, 2, 0.5); System.out.println(v.edgeValueOrDefault(2, 1, 0.0) + " " + v.degree(1));
        int[] loads = {0}; LoadingCache<String, Integer> c = CacheBuilder.newBuilder().maximumSize(100).recordStats().build(new CacheLoader<>() { public Integer load(String k) { loads[0]++; return k.length(); } }); System.out.println(c.get("four") + c.get("four") + c.getUnchecked("sixsix") + " " + loads[0] + " " + c.stats().hitCount() + c.size());
        System.out.println(BaseEncoding.base32().encode(b) + " " + BaseEncoding.base16().lowerCase().encode(b) + " " + new String(BaseEncoding.base64().decode("aGk="), StandardCharsets.UTF_8) + CharSource.wrap("l1\nl2\n").readLines() + ByteSource.wrap(b).slice(0, 5).size() + CharStreams.toString(new java.io.StringReader("cs")));
        System.out.println(new TypeToken<List<String>>() { }.getType() + " " + TypeToken.of(ArrayList.class).isSubtypeOf(List.class) + " " + Suppliers.memoize(() -> { loads[0]++; return "m"; }).get() + Functions.compose((Integer x) -> x + 1, (String s) -> s.length()).apply("abc") + Predicates.in(List.of(1)).apply(1) + Converter.from((String s) -> Integer.valueOf(s), (Integer i) -> "" + i).reverse().convert(5) + Enums.getIfPresent(RoundingMode.class, "UP").isPresent() + Ascii.truncate("long text", 6, "..") + Streams.zip(List.of(1, 2).stream(), List.of("a", "b").stream(), (x, y) -> x + y).toList() + Stopwatch.createUnstarted().isRunning());
        BloomFilter<Integer> bf = BloomFilter.create(Funnels.integerFunnel(), 100); for (int i = 0; i < 50; i++) bf.put(i * 3); int hits = 0; for (int i = 0; i < 50; i++) if (bf.mightContain(i * 3)) hits++; System.out.println(hits); ImmutableClassToInstanceMap<Number> im = ImmutableClassToInstanceMap.of(Integer.class, 5); System.out.println(im.getInstance(Integer.class) + "" + ContiguousSet.create(com.google.common.collect.Range.closed(1, 4), DiscreteDomain.integers()) + Iterators.size(Iterables.cycle(1).iterator().hasNext() ? List.of(1).iterator() : null));
    }
}
