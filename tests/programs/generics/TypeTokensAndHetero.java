import java.util.*;
import java.util.function.*;
public class TypeTokensAndHetero {
    static class Favorites { private final Map<Class<?>, Object> m = new HashMap<>(); <T> void put(Class<T> c, T t) { m.put(c, c.cast(t)); } <T> T get(Class<T> c) { return c.cast(m.get(c)); } }
    interface Monoid<T> { T zero(); T plus(T a, T b); static <T> Monoid<T> of(T z, BinaryOperator<T> f) { return new Monoid<>() { public T zero() { return z; } public T plus(T a, T b) { return f.apply(a, b); } }; } default T fold(Iterable<? extends T> it) { T a = zero(); for (T t : it) a = plus(a, t); return a; } }
    static class Event<T> { final T payload; Event(T p) { payload = p; } } static class Cache<K extends Comparable<K>, V> extends TreeMap<K, V> { final Function<? super K, ? extends V> load; int misses; Cache(Function<? super K, ? extends V> f) { load = f; } V fetch(K k) { return computeIfAbsent(k, x -> { misses++; return load.apply(x); }); } }
    static <T extends Comparable<T>> void bubble(T[] a) { for (int i = a.length; i > 0; i--) for (int j = 1; j < i; j++) if (a[j - 1].compareTo(a[j]) > 0) { T t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; } }
    static <A, B> List<B> mapAll(Collection<? extends A> c, Function<? super A, ? extends B> f) { List<B> l = new ArrayList<>(); for (A a : c) l.add(f.apply(a)); return l; }
    static <E extends Enum<E>> E parse(Class<E> c, String s) { for (E e : c.getEnumConstants()) if (e.name().equalsIgnoreCase(s)) return e; throw new IllegalArgumentException(c.getSimpleName() + "." + s); }
    enum Size { S, M }
    public static void main(String[] args) {
        Favorites f = new Favorites(); f.put(String.class, "java"); f.put(Integer.class, 0xCAFE); f.put(Class.class, Favorites.class);
        System.out.println(f.get(String.class) + f.get(Integer.class) + f.get(Class.class).getSimpleName() + f.get(Long.class));
        System.out.println(Monoid.of(0, Integer::sum).fold(List.of(1, 2, 3)) + Monoid.of("", String::concat).fold(List.of("a", "b")) + Monoid.<Set<Integer>>of(Set.of(), (a, b) -> { Set<Integer> s = new TreeSet<>(a); s.addAll(b); return s; }).fold(List.of(Set.of(2), Set.of(1))));
        Cache<String, Integer> c = new Cache<>(String::length); c.fetch("aa"); c.fetch("b"); c.fetch("aa"); System.out.println(c + " " + c.misses);
        Integer[] a = {3, 1, 2}; String[] s = {"b", "a"}; bubble(a); bubble(s); System.out.println(Arrays.toString(a) + Arrays.toString(s) + mapAll(List.of(1, 2), x -> x * 0.5) + parse(Size.class, "m"));
        try { parse(Size.class, "xl"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        @SuppressWarnings({"rawtypes", "unchecked"}) Object bad = ((Class) String.class).isInstance(5) ? "y" : "n"; System.out.println(bad + "" + new Event<>(List.of(1)).payload.get(0));
    }
}
