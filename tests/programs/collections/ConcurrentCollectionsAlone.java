import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
public class ConcurrentCollectionsAlone {
    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        for (String w : "to be or not to be that is the question to".split(" ")) m.merge(w, 1, Integer::sum);
        System.out.println(new TreeMap<>(m) + " " + m.size() + " " + m.reduceValues(Long.MAX_VALUE, Integer::sum) + " " + m.mappingCount());
        System.out.println(m.putIfAbsent("to", 9) + " " + m.computeIfPresent("be", (k, v) -> null) + " " + m.computeIfAbsent("new", String::length) + m.replace("is", 1, 50) + m.get("is") + m.getOrDefault("zz", -4));
        try { m.put(null, 1); } catch (NullPointerException e) { System.out.println("npe"); }
        for (String k : m.keySet()) if (k.length() == 2) m.remove(k);
        System.out.println(new TreeSet<>(m.keySet()) + " " + m.search(Long.MAX_VALUE, (k, v) -> k.startsWith("q") ? k : null));
        for (int i = 0; i < 200; i++) m.put("x" + i, i);
        long s = 0;
        for (int v : m.values()) s += v;
        System.out.println(s + " " + m.size());
        CopyOnWriteArrayList<Integer> c = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (int x : c) c.add(x * 10);
        System.out.println(c + " " + c.addIfAbsent(10) + c.addAllAbsent(List.of(1, 77)));
        try { c.iterator().remove(); } catch (UnsupportedOperationException e) { System.out.println("snapshot"); }
        ConcurrentSkipListMap<Integer, String> sk = new ConcurrentSkipListMap<>(Comparator.reverseOrder());
        for (int i = 0; i < 30; i++) sk.put(i * 11 % 31, "v" + i);
        System.out.println(sk.firstKey() + " " + sk.ceilingEntry(10) + sk.headMap(25) + sk.pollLastEntry() + sk.descendingKeySet().first());
        ConcurrentSkipListSet<String> ss = new ConcurrentSkipListSet<>(List.of("q", "a", "m"));
        System.out.println(ss + ss.higher("a") + ss.subSet("b", "z"));
        AtomicInteger ai = new AtomicInteger(5);
        System.out.println(ai.getAndIncrement() + " " + ai.incrementAndGet() + " " + ai.compareAndSet(7, 70) + ai.compareAndSet(7, 1) + ai.updateAndGet(x -> x / 7) + ai.accumulateAndGet(3, (a, b) -> a * b) + ai.getAndAdd(-100) + ai);
        AtomicLong al = new AtomicLong(Long.MAX_VALUE);
        AtomicReference<String> ar = new AtomicReference<>("a");
        AtomicIntegerArray arr = new AtomicIntegerArray(3);
        arr.addAndGet(1, 5);
        LongAdder ad = new LongAdder();
        ad.add(3);
        ad.increment();
        System.out.println(al.incrementAndGet() + " " + ar.getAndUpdate(x -> x + "b") + ar + arr + ad + " " + ad.sumThenReset() + new AtomicBoolean(true).getAndSet(false));
        LongAccumulator mx = new LongAccumulator(Long::max, Long.MIN_VALUE);
        mx.accumulate(5);
        mx.accumulate(3);
        System.out.println(mx.get());
        ThreadLocal<Integer> tl = ThreadLocal.withInitial(() -> 7);
        tl.set(tl.get() + 1);
        System.out.println(tl.get());
        tl.remove();
        System.out.println(tl.get());
        System.out.println(ConcurrentHashMap.newKeySet().add(1));
    }
}
