import java.util.*;
public class HashMapCorners {
    record Bad(int n) { @Override public int hashCode() { return 7; } }
    record Key(int n) implements Comparable<Key> { @Override public int hashCode() { return n % 3; } public int compareTo(Key o) { return Integer.compare(n, o.n); } }
    public static void main(String[] args) {
        Map<String, Integer> m = new HashMap<>();
        System.out.println(m.put("a", 1) + " " + m.put("a", 2) + " " + m.put(null, 3) + " " + m.get(null) + " " + m.putIfAbsent("a", 9) + " " + m.putIfAbsent("b", 4) + " " + m.getOrDefault("zz", -1));
        System.out.println(m.merge("a", 5, Integer::sum) + " " + m.merge("a", 0, (x, y) -> null) + " " + m.containsKey("a") + " " + m.computeIfAbsent("c", String::length) + " " + m.computeIfPresent("c", (k, v) -> v + 10) + " " + m.compute("d", (k, v) -> v == null ? 100 : v) + " " + m.remove("b", 99) + m.remove("b") + m.replace("c", 0) + m.replace("c", 0, 1));
        System.out.println(m);
        for (int i = 0; i < 40; i++) m.put("k" + i, i);
        System.out.println(m);
        Map<Bad, Integer> bad = new HashMap<>();
        for (int i = 0; i < 50; i++) bad.put(new Bad(i), i);
        int s = 0;
        for (int i = 0; i < 60; i++) s += bad.getOrDefault(new Bad(i), 1000);
        System.out.println(s + " " + bad.size());
        Map<Key, Integer> tree = new HashMap<>();
        for (int i = 0; i < 200; i++) tree.put(new Key(i * 37 % 211), i);
        for (int i = 0; i < 200; i += 2) tree.remove(new Key(i));
        s = 0;
        for (var e : tree.entrySet()) s = s * 31 + e.getKey().n() * e.getValue();
        System.out.println(tree.size() + " " + s);
        Map<Integer, String> ints = new HashMap<>();
        for (int i = 100; i > 0; i -= 7) ints.put(i, "" + i);
        ints.keySet().removeIf(k -> k % 2 == 0);
        ints.values().remove("51");
        ints.entrySet().forEach(e -> e.setValue(e.getValue() + "!"));
        System.out.println(ints + " " + ints.hashCode() + " " + ints.keySet().hashCode() + " " + ints.values().size());
        try { for (Integer k : ints.keySet()) ints.put(k + 1000, "x"); } catch (ConcurrentModificationException e) { System.out.println("CME"); }
        try { m.computeIfAbsent("rec", k -> { m.put("other", 1); return 2; }); System.out.println("no CME"); } catch (ConcurrentModificationException e) { System.out.println("CME in compute"); }
        System.out.println(Map.of("a", 1).equals(new HashMap<>(Map.of("a", 1))) + " " + new HashMap<>(m).equals(m) + " " + Map.entry("k", 1) + " " + new AbstractMap.SimpleEntry<>("k", 1).equals(Map.entry("k", 1)));
        for (Runnable r : new Runnable[] {() -> Map.of("a", 1, "a", 2), () -> Map.of(null, 1), () -> Map.of().put("x", 1), () -> Map.entry("a", null), () -> new HashMap<>(-1), () -> new TreeMap<String, Integer>().put(null, 1)})
            try { r.run(); System.out.println("ok"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName()); }
        Set<Object> hs = new HashSet<>(Arrays.asList("z", 1, 'c', 2L, null, 1.5, true, "z"));
        System.out.println(hs.size() + " " + hs.contains(null) + hs.add("z") + hs.remove(1) + hs);
    }
}
