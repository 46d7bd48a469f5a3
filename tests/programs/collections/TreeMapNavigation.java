import java.util.*;
public class TreeMapNavigation {
    public static void main(String[] args) {
        TreeMap<Integer, String> t = new TreeMap<>();
        for (int i = 0; i < 20; i++) t.put(i * 7 % 40, "v" + i);
        System.out.println(t);
        System.out.println(t.firstKey() + " " + t.lastEntry() + " " + t.floorKey(10) + " " + t.ceilingKey(10) + " " + t.lowerEntry(7) + " " + t.higherKey(7) + " " + t.floorKey(-1) + " " + t.higherKey(100));
        System.out.println(t.headMap(10) + " " + t.tailMap(30, false) + " " + t.subMap(5, true, 12, true) + " " + t.descendingMap().headMap(30));
        SortedMap<Integer, String> sub = t.subMap(10, 20);
        sub.remove(14);
        t.put(11, "eleven");
        System.out.println(sub + " " + sub.size() + sub.firstKey() + sub.lastKey());
        try { sub.put(25, "x"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(t.pollFirstEntry() + " " + t.pollLastEntry() + " " + t.size() + " " + t.descendingKeySet());
        TreeMap<String, Integer> ci = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ci.put("Bob", 1); ci.put("bOB", 2); ci.put("ann", 3);
        System.out.println(ci + " " + ci.get("BOB") + " " + ci.comparator().compare("a", "B"));
        TreeSet<String> s = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        Collections.addAll(s, "pear", "fig", "apple", "kiwi", "date", "fig");
        System.out.println(s + " " + s.first() + s.headSet("kiwi") + s.tailSet("kiwi", false) + s.descendingSet() + s.ceiling("zzz") + s.pollFirst());
        TreeSet<Integer> n = new TreeSet<>();
        Random r = new Random(3);
        for (int i = 0; i < 300; i++) { int x = r.nextInt(100); if (r.nextBoolean()) n.add(x); else n.remove(x); }
        System.out.println(n.size() + " " + n.hashCode() + " " + n.lower(50) + n.higher(50));
        try { new TreeSet<Object>().first(); } catch (NoSuchElementException e) { System.out.println("empty"); }
        try { new TreeMap<Object, Object>().put(new Object(), 1); } catch (ClassCastException e) { System.out.println("not comparable"); }
        Iterator<Integer> it = t.keySet().iterator();
        while (it.hasNext()) if (it.next() % 2 == 0) it.remove();
        System.out.println(t.keySet() + " " + t.navigableKeySet().floor(20));
        System.out.println(new TreeMap<>(Map.of(1, "a", 2, "b")).equals(Map.of(2, "b", 1, "a")));
    }
}
