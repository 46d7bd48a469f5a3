import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class TransducersAndCurry {
    static <A, R> BiFunction<R, A, R> filtering(Predicate<A> p, BiFunction<R, A, R> k) { return (r, a) -> p.test(a) ? k.apply(r, a) : r; } static <A, B, R> BiFunction<R, A, R> mapping(Function<A, B> f, BiFunction<R, B, R> k) { return (r, a) -> k.apply(r, f.apply(a)); } static <A, R> R reduce(Iterable<A> it, R z, BiFunction<R, A, R> f) { for (A a : it) z = f.apply(z, a); return z; }
    static <A, B, C> Function<A, Function<B, C>> curry(BiFunction<A, B, C> f) { return a -> b -> f.apply(a, b); } static <A, B, C> BiFunction<A, B, C> uncurry(Function<A, Function<B, C>> f) { return (a, b) -> f.apply(a).apply(b); }
    static <T, R> Function<T, R> memo(Function<T, R> f) { Map<T, R> m = new HashMap<>(); return t -> { if (!m.containsKey(t)) m.put(t, f.apply(t)); return m.get(t); }; }
    interface Tramp<T> { T get(); default boolean done() { return true; } default Tramp<T> step() { return this; } static <T> Tramp<T> done(T t) { return () -> t; } static <T> Tramp<T> more(Supplier<Tramp<T>> s) { return new Tramp<>() { public boolean done() { return false; } public Tramp<T> step() { return s.get(); } public T get() { Tramp<T> t = this; while (!t.done()) t = t.step(); return t.get(); } }; } }
    static Tramp<Long> sum(long n, long acc) { return n == 0 ? Tramp.done(acc) : Tramp.more(() -> sum(n - 1, acc + n)); }
    public static void main(String[] args) {
        System.out.println(reduce(List.of(1, 2, 3, 4, 5, 6), 0, TransducersAndCurry.<Integer, Integer>filtering(x -> x % 2 == 0, mapping(x -> x * x, Integer::sum))) + " " + curry((Integer a, Integer b) -> a - b).apply(10).apply(3) + uncurry(curry(String::concat)).apply("x", "y"));
        int[] calls = {0}; Function<Integer, Integer> f = memo(x -> { calls[0]++; return x * x; }); System.out.println(f.apply(4) + f.apply(4) + f.apply(5) + " " + calls[0] + " " + sum(100000, 0).get());
        System.out.println(Stream.<UnaryOperator<String>>of(String::trim, String::toUpperCase, s -> s + "!").reduce(UnaryOperator.identity(), (a, b) -> s -> b.apply(a.apply(s))).apply("  hi ")); Predicate<Integer> even = x -> x % 2 == 0, big = x -> x > 10; System.out.println(Stream.of(4, 11, 12).map(x -> even.and(big).test(x) ? "B" : even.or(big.negate()).test(x) ? "E" : "-").collect(Collectors.joining()));
        Iterator<Integer> fibs = new Iterator<>() { int a = 0, b = 1; public boolean hasNext() { return true; } public Integer next() { int r = a; a = b; b += r; return r; } }; System.out.println(Stream.generate(fibs::next).skip(5).limit(6).toList()); Map<String, Supplier<Collection<Integer>>> fac = new TreeMap<>(Map.of("list", ArrayList::new, "set", TreeSet::new, "deque", ArrayDeque::new)); fac.forEach((k, v) -> { Collection<Integer> c = v.get(); Collections.addAll(c, 3, 1, 3); System.out.print(k + c + " "); }); System.out.println();
    }
}
