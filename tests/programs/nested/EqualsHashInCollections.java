import java.util.*;
public class EqualsHashInCollections {
    static class Mut { int v; Mut(int v) { this.v = v; } @Override public boolean equals(Object o) { return o instanceof Mut m && m.v == v; } @Override public int hashCode() { return v; } @Override public String toString() { return "M" + v; } }
    static class NoHash { final int v; NoHash(int v) { this.v = v; } @Override public boolean equals(Object o) { return o instanceof NoHash n && n.v == v; } @Override public int hashCode() { return v & 1; } } static class Asym extends Mut { Asym(int v) { super(v); } @Override public boolean equals(Object o) { return o instanceof Asym && super.equals(o); } }
    public static void main(String[] args) {
        Set<Mut> s = new HashSet<>(); Mut m = new Mut(1); s.add(m); m.v = 2; System.out.println(s.contains(m) + " " + s.contains(new Mut(1)) + s + s.remove(m) + s.size() + new ArrayList<>(s).contains(m));
        Map<NoHash, Integer> h = new HashMap<>(); for (int i = 0; i < 20; i++) h.merge(new NoHash(i % 5), 1, Integer::sum); System.out.println(h.size() + " " + h.values());
        System.out.println(new Mut(1).equals(new Asym(1)) + " " + new Asym(1).equals(new Mut(1)) + " " + List.of(new Mut(3)).indexOf(new Mut(3)) + List.of(new Mut(3)).equals(Arrays.asList(new Mut(3))) + Arrays.asList(1, null, 2).hashCode() + Collections.emptyList().equals(new LinkedList<>()) + new ArrayDeque<>(List.of(1)).equals(new ArrayDeque<>(List.of(1))));
        TreeSet<Mut> t = new TreeSet<>(Comparator.comparingInt(x -> x.v / 10)); t.add(new Mut(11)); System.out.println(t.add(new Mut(15)) + " " + t.contains(new Mut(19)) + t + t.ceiling(new Mut(5)));
        Map<List<String>, Integer> byList = new HashMap<>(); List<String> key = new ArrayList<>(List.of("k")); byList.put(key, 1); key.add("more"); System.out.println(byList.get(List.of("k")) + " " + byList.get(key) + byList.size()); System.out.println(new HashMap<>(Map.of("a", List.of(1))).hashCode() + " " + Map.entry(1, 2).hashCode() + " " + Objects.hash(1, 2) + " " + Arrays.hashCode(new int[] {1, 2}) + List.of(1, 2).hashCode() + " " + Set.of(1, 2).hashCode() + new int[0].equals(new int[0]));
    }
}
