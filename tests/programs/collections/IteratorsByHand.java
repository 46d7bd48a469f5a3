import java.util.*;
import java.util.function.*;
public class IteratorsByHand {
    static <T> Iterable<T> filter(Iterable<T> it, Predicate<T> p) { return () -> new Iterator<>() { final Iterator<T> in = it.iterator(); T next; boolean has = advance(); private boolean advance() { while (in.hasNext()) { next = in.next(); if (p.test(next)) return true; } return false; } public boolean hasNext() { return has; } public T next() { if (!has) throw new NoSuchElementException(); T r = next; has = advance(); return r; } }; }
    static Iterable<Integer> count(int from) { return () -> new Iterator<>() { int n = from; public boolean hasNext() { return true; } public Integer next() { return n++; } }; }
    static <T> List<T> take(int k, Iterable<T> it) { List<T> l = new ArrayList<>(); Iterator<T> i = it.iterator(); while (k-- > 0 && i.hasNext()) l.add(i.next()); return l; }
    static <T> Iterator<List<T>> chunks(Iterator<T> it, int n) { return new Iterator<>() { public boolean hasNext() { return it.hasNext(); } public List<T> next() { List<T> l = new ArrayList<>(); while (l.size() < n && it.hasNext()) l.add(it.next()); return l; } }; }
    static <T extends Comparable<T>> Iterator<T> merge(Iterator<T> a, Iterator<T> b) { PriorityQueue<Map.Entry<T, Iterator<T>>> q = new PriorityQueue<>(Map.Entry.comparingByKey()); for (Iterator<T> i : List.of(a, b)) if (i.hasNext()) q.add(new AbstractMap.SimpleEntry<>(i.next(), i)); return new Iterator<>() { public boolean hasNext() { return !q.isEmpty(); } public T next() { var e = q.remove(); if (e.getValue().hasNext()) q.add(new AbstractMap.SimpleEntry<>(e.getValue().next(), e.getValue())); return e.getKey(); } }; }
    public static void main(String[] args) {
        System.out.println(take(5, filter(count(10), x -> x % 7 == 0)) + " " + take(9, filter(List.of(1, 2, 3), x -> x > 1)));
        chunks(List.of(1, 2, 3, 4, 5).iterator(), 2).forEachRemaining(System.out::print); System.out.println();
        merge(List.of(1, 4, 9).iterator(), List.of(2, 3, 10, 11).iterator()).forEachRemaining(x -> System.out.print(x + " ")); System.out.println();
        LinkedList<Integer> l = new LinkedList<>(List.of(1, 2, 3, 4)); ListIterator<Integer> it = l.listIterator(2); it.add(99); it.previous(); it.previous(); it.set(-2); System.out.println(l + " " + it.nextIndex());
        try { it.next(); l.addFirst(0); it.next(); } catch (ConcurrentModificationException e) { System.out.println("CME"); }
        Map<String, Integer> m = new HashMap<>(Map.of("a", 1, "b", 2, "c", 3)); m.entrySet().removeIf(e -> e.getValue() == 2); for (Iterator<String> k = m.keySet().iterator(); k.hasNext();) if (k.next().equals("a")) k.remove(); System.out.println(m);
        PrimitiveIterator.OfInt p = Arrays.stream(new int[] {4, 5}).iterator(); System.out.println(p.nextInt() + p.next()); Enumeration<String> e = new StringTokenizer("x y").asIterator().hasNext() ? Collections.enumeration(List.of("e")) : null; System.out.println(e.nextElement() + e.hasMoreElements());
    }
}
