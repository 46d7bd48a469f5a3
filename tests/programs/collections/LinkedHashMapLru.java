import java.util.*;
public class LinkedHashMapLru {
    static class Lru<K, V> extends LinkedHashMap<K, V> { final int cap; Lru(int cap) { super(16, 0.75f, true); this.cap = cap; } @Override protected boolean removeEldestEntry(Map.Entry<K, V> e) { if (size() > cap) { System.out.println("evict " + e); return true; } return false; } }
    public static void main(String[] args) {
        Lru<String, Integer> c = new Lru<>(3);
        c.put("a", 1); c.put("b", 2); c.put("c", 3);
        c.get("a");
        c.put("d", 4);
        c.getOrDefault("c", 0);
        c.putIfAbsent("a", 99);
        System.out.println(c);
        c.put("e", 5);
        c.containsKey("c");
        System.out.println(c.keySet() + " " + c.values());
        c.merge("a", 1, Integer::sum);
        System.out.println(c);
        try { for (String k : c.keySet()) c.get(k); } catch (ConcurrentModificationException e) { System.out.println("access order CME"); }
        LinkedHashMap<Integer, String> ins = new LinkedHashMap<>();
        for (int i : new int[] {5, 3, 9, 1, 5}) ins.put(i, "v" + i);
        ins.remove(3);
        ins.put(3, "again");
        System.out.println(ins + " " + ins.entrySet().iterator().next());
        LinkedHashSet<String> s = new LinkedHashSet<>(List.of("q", "w", "e"));
        s.add("q");
        s.remove("w");
        s.add("w");
        System.out.println(s + " " + new ArrayList<>(s).indexOf("w"));
        Iterator<Map.Entry<Integer, String>> it = ins.entrySet().iterator();
        it.next();
        it.remove();
        System.out.println(ins);
        ins.replaceAll((k, v) -> k + v);
        StringBuilder sb = new StringBuilder();
        ins.forEach((k, v) -> sb.append(k).append(v).append(';'));
        System.out.println(sb);
    }
}
