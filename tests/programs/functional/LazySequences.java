import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class LazySequences {
    static final class Lazy<T> { final T head; private Supplier<Lazy<T>> tail; private Lazy<T> forced; Lazy(T h, Supplier<Lazy<T>> t) { head = h; tail = t; }
        Lazy<T> tail() { if (forced == null) { forced = tail.get(); tail = null; } return forced; }
        Lazy<T> filter(Predicate<T> p) { Lazy<T> c = this; while (!p.test(c.head)) c = c.tail(); Lazy<T> f = c; return new Lazy<>(f.head, () -> f.tail().filter(p)); }
        List<T> take(int n) { List<T> l = new ArrayList<>(); for (Lazy<T> c = this; n-- > 0; c = c.tail()) l.add(c.head); return l; } }
    static Lazy<Integer> from(int n) { return new Lazy<>(n, () -> from(n + 1)); }
    static Lazy<Integer> sieve(Lazy<Integer> s) { return new Lazy<>(s.head, () -> sieve(s.tail().filter(x -> x % s.head != 0))); }
    public static void main(String[] args) {
        System.out.println(sieve(from(2)).take(25));
        List<String> log = new ArrayList<>();
        Optional<Integer> r = Stream.of(1, 2, 3, 4, 5).peek(x -> log.add("p" + x)).filter(x -> { log.add("f" + x); return x % 2 == 0; }).map(x -> { log.add("m" + x); return x * 10; }).findFirst();
        System.out.println(r + " " + log);
        log.clear();
        Stream<Integer> unused = Stream.of(1).peek(x -> log.add("never"));
        System.out.println(log);
        System.out.println(Stream.iterate(new int[] {0, 1}, f -> new int[] {f[1], f[0] + f[1]}).mapToInt(f -> f[0]).takeWhile(x -> x < 200).boxed().collect(Collectors.toList()));
        System.out.println(Stream.generate(new Supplier<Integer>() { int n = 3; public Integer get() { return n = n * n % 1000; } }).limit(8).collect(Collectors.toList()));
        Iterator<Integer> it = Stream.of(1, 2, 3).map(x -> { log.add("it" + x); return x; }).iterator();
        it.next();
        System.out.println(log);
        Stream<String> s = Stream.of("a");
        s.count();
        try { s.count(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(Stream.iterate(1, x -> x < 100, x -> x * 3).map(String::valueOf).collect(Collectors.joining("<")));
        Spliterator<Integer> sp = List.of(1, 2, 3, 4, 5, 6, 7).spliterator();
        Spliterator<Integer> half = sp.trySplit();
        StringBuilder sb = new StringBuilder();
        half.forEachRemaining(sb::append);
        sb.append("|");
        sp.forEachRemaining(sb::append);
        System.out.println(sb + " " + sp.estimateSize());
        System.out.println(StreamSupport.stream(((Iterable<Integer>) () -> List.of(9, 8).iterator()).spliterator(), false).map(x -> x + 1).collect(Collectors.toList()));
        AutoCloseable[] c = new AutoCloseable[1];
        try (Stream<Integer> cs = Stream.of(1).onClose(() -> System.out.println("closed"))) { System.out.println(cs.count()); }
    }
}
