import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
public class BoundedAndWildcards {
    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) { T best = null; for (T t : c) if (best == null || t.compareTo(best) > 0) best = t; return best; }
    static double sum(List<? extends Number> l) { double s = 0; for (Number n : l) s += n.doubleValue(); return s; }
    static void fill(List<? super Integer> l) { for (int i = 0; i < 3; i++) l.add(i); }
    static <K, V extends Comparable<V>> K argmax(Map<K, V> m) { return Collections.max(m.entrySet(), Map.Entry.comparingByValue()).getKey(); }
    static <A, B, C> Function<A, C> compose(Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) { return a -> g.apply(f.apply(a)); }
    static <T> void swap(List<T> l, int i, int j) { T t = l.get(i); l.set(i, l.get(j)); l.set(j, t); }
    static void swapAny(List<?> l) { swap(l, 0, 1); }
    static class Pair<A, B> { final A a; final B b; Pair(A a, B b) { this.a = a; this.b = b; } Pair<B, A> flip() { return new Pair<>(b, a); } <C> Pair<A, C> second(C c) { return new Pair<>(a, c); } @Override public String toString() { return "<" + a + "," + b + ">"; } }
    static class Node<T extends Number & Comparable<T>> { T v; Node(T v) { this.v = v; } boolean bigger(Node<T> o) { return v.compareTo(o.v) > 0 && v.intValue() >= 0; } }
    static abstract class Shape<S extends Shape<S>> { int w; abstract S self(); S width(int w) { this.w = w; return self(); } }
    static class Sq extends Shape<Sq> { int h; Sq self() { return this; } Sq height(int h) { this.h = h; return this; } }
    public static void main(String[] args) {
        System.out.println(max(List.of(3, 9, 2)) + max(List.of("a", "c", "b")) + max(new ArrayList<String>()));
        List<Number> nums = new ArrayList<>(List.of(1.5));
        fill(nums);
        System.out.println(sum(nums) + " " + nums);
        System.out.println(argmax(new TreeMap<>(Map.of("x", 1, "y", 5, "z", 3))));
        System.out.println(compose((String s) -> s.length(), n -> n * 1.5).apply("four"));
        List<String> l = Arrays.asList("p", "q");
        swapAny(l);
        System.out.println(l + " " + new Pair<>(1, "b").flip().second('c'));
        System.out.println(new Node<>(5).bigger(new Node<>(3)) + " " + new Sq().width(3).height(4).w);
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        System.out.println(add.andThen(x -> "=" + x).apply(2, 3));
        List<? extends Comparable<?>> mixed = List.of(1, "a", 2.0);
        System.out.println(mixed.get(1).getClass().getSimpleName());
        List<int[]> arrays = new ArrayList<>();
        arrays.add(new int[] {4});
        arrays.get(0)[0]++;
        System.out.println(arrays.get(0)[0]);
        System.out.println(Collections.<String>emptyList().size() + Comparator.<Integer>naturalOrder().compare(1, 2));
    }
}
