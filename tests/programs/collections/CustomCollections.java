import java.util.*;
public class CustomCollections {
    static class Range extends AbstractList<Integer> implements RandomAccess { final int lo, hi; Range(int lo, int hi) { this.lo = lo; this.hi = hi; } public Integer get(int i) { Objects.checkIndex(i, size()); return lo + i; } public int size() { return hi - lo; } }
    static class Bag<E> extends AbstractCollection<E> { final Map<E, Integer> m = new TreeMap<>(); @Override public boolean add(E e) { m.merge(e, 1, Integer::sum); return true; } public int size() { return m.values().stream().mapToInt(x -> x).sum(); }
        public Iterator<E> iterator() { return new Iterator<>() { final Iterator<Map.Entry<E, Integer>> it = m.entrySet().iterator(); Map.Entry<E, Integer> cur; int left; public boolean hasNext() { return left > 0 || it.hasNext(); } public E next() { if (left == 0) { cur = it.next(); left = cur.getValue(); } left--; return cur.getKey(); } }; } }
    static class Ring<E> extends AbstractQueue<E> { final Object[] a; int h, n; Ring(int c) { a = new Object[c]; } public boolean offer(E e) { if (n == a.length) return false; a[(h + n++) % a.length] = e; return true; } @SuppressWarnings("unchecked") public E poll() { if (n == 0) return null; E e = (E) a[h]; h = (h + 1) % a.length; n--; return e; } @SuppressWarnings("unchecked") public E peek() { return n == 0 ? null : (E) a[h]; } public int size() { return n; } public Iterator<E> iterator() { List<E> l = new ArrayList<>(); for (int i = 0; i < n; i++) { @SuppressWarnings("unchecked") E e = (E) a[(h + i) % a.length]; l.add(e); } return l.iterator(); } }
    static class Sparse extends AbstractMap<Integer, String> { public Set<Entry<Integer, String>> entrySet() { return new AbstractSet<>() { public int size() { return 3; } public Iterator<Entry<Integer, String>> iterator() { return List.<Entry<Integer, String>>of(Map.entry(1, "one"), Map.entry(5, "five"), Map.entry(9, "nine")).iterator(); } }; } }
    public static void main(String[] args) {
        Range r = new Range(3, 9);
        System.out.println(r + " " + r.contains(5) + r.indexOf(8) + r.subList(1, 3) + r.hashCode() + r.equals(List.of(3, 4, 5, 6, 7, 8)) + r.stream().mapToInt(x -> x).sum());
        try { r.add(1); } catch (UnsupportedOperationException e) { System.out.println("fixed"); }
        try { r.get(6); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        Bag<String> b = new Bag<>();
        b.addAll(List.of("x", "a", "x"));
        System.out.println(b + " " + b.size() + b.contains("x") + Arrays.toString(b.toArray()) + b.containsAll(Set.of("a")));
        Ring<Integer> q = new Ring<>(3);
        for (int i = 0; i < 5; i++) if (!q.offer(i)) { q.remove(); q.add(i); }
        System.out.println(q + " " + q.element() + q.poll() + q.size());
        try { q.add(8); q.add(9); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        Sparse s = new Sparse();
        System.out.println(s + " " + s.get(5) + s.containsKey(2) + s.keySet() + s.values() + s.hashCode() + s.equals(Map.of(1, "one", 5, "five", 9, "nine")));
        try { s.put(1, ""); } catch (UnsupportedOperationException e) { System.out.println("read-only"); }
    }
}
