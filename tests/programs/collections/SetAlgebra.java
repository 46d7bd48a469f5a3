import java.util.*;
import java.util.stream.*;
public class SetAlgebra {
    static <T> Set<Set<T>> powerSet(List<T> l) { Set<Set<T>> r = new LinkedHashSet<>(); for (int m = 0; m < 1 << l.size(); m++) { Set<T> s = new LinkedHashSet<>(); for (int i = 0; i < l.size(); i++) if ((m >> i & 1) == 1) s.add(l.get(i)); r.add(s); } return r; }
    public static void main(String[] args) {
        Set<Integer> a = new TreeSet<>(List.of(1, 2, 3, 4)), b = new TreeSet<>(List.of(3, 4, 5)), u = new TreeSet<>(a), i = new TreeSet<>(a), d = new TreeSet<>(a);
        System.out.println(u.addAll(b) + "" + u + i.retainAll(b) + i + d.removeAll(b) + d + a.containsAll(i) + a.equals(Set.of(4, 3, 2, 1)) + a.hashCode() + Collections.disjoint(d, b));
        System.out.println(powerSet(List.of("x", "y", "z")) + " " + powerSet(List.of()).size());
        Map<String, Set<String>> graph = new TreeMap<>(); for (String e : "a-b b-c c-a d-e".split(" ")) { String[] p = e.split("-"); graph.computeIfAbsent(p[0], k -> new TreeSet<>()).add(p[1]); graph.computeIfAbsent(p[1], k -> new TreeSet<>()).add(p[0]); } System.out.println(graph);
        Map<String, Integer> inv = new TreeMap<>(); graph.forEach((k, v) -> v.forEach(x -> inv.merge(x, 1, Integer::sum))); System.out.println(inv + " " + graph.keySet().stream().filter(k -> graph.get(k).size() == 2).collect(Collectors.toSet()).size());
        NavigableSet<Integer> ns = new TreeSet<>(List.of(10, 20, 30)); System.out.println(ns.floor(25) + " " + ns.ceiling(25) + ns.lower(10) + ns.headSet(20, true) + ns.descendingSet().tailSet(20) + ns.subSet(10, false, 30, false));
        Set<List<Integer>> lists = new HashSet<>(); lists.add(List.of(1, 2)); System.out.println(lists.contains(Arrays.asList(1, 2)) + " " + new HashSet<>(Arrays.asList(1, 1, 2)).size() + new LinkedHashSet<>(Arrays.asList(3, 1, 3, 2)) + Set.copyOf(List.of(1, 1)).size());
        Set<StringBuilder> ids = Collections.newSetFromMap(new IdentityHashMap<>()); ids.add(new StringBuilder("q")); ids.add(new StringBuilder("q")); System.out.println(ids.size());
    }
}
