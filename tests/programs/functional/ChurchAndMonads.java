import java.util.*;
import java.util.function.*;
public class ChurchAndMonads {
    interface Church { <T> Function<T, T> apply(Function<T, T> f); }
    static Church zero() { return new Church() { public <T> Function<T, T> apply(Function<T, T> f) { return x -> x; } }; }
    static Church succ(Church n) { return new Church() { public <T> Function<T, T> apply(Function<T, T> f) { return x -> f.apply(n.apply(f).apply(x)); } }; }
    static Church mul(Church a, Church b) { return new Church() { public <T> Function<T, T> apply(Function<T, T> f) { return a.apply(b.apply(f)); } }; }
    static int toInt(Church c) { return c.<Integer>apply(x -> x + 1).apply(0); }
    sealed interface Try<T> { <R> Try<R> then(Function<T, Try<R>> f); static <T> Try<T> of(Supplier<T> s) { try { return new Ok<>(s.get()); } catch (RuntimeException e) { return new Fail<>(e.getMessage()); } } }
    record Ok<T>(T v) implements Try<T> { public <R> Try<R> then(Function<T, Try<R>> f) { return f.apply(v); } }
    record Fail<T>(String why) implements Try<T> { public <R> Try<R> then(Function<T, Try<R>> f) { return new Fail<>(why); } }
    record State<S, A>(Function<S, Map.Entry<A, S>> run) { <B> State<S, B> bind(Function<A, State<S, B>> f) { return new State<>(s -> { var r = run.apply(s); return f.apply(r.getKey()).run().apply(r.getValue()); }); } }
    static State<Integer, Integer> next() { return new State<>(s -> Map.entry(s, s * 31 + 7)); }
    static <T> Function<T, T> pipe(List<Function<T, T>> fs) { return fs.stream().reduce(Function.identity(), Function::andThen); }
    public static void main(String[] args) {
        Church two = succ(succ(zero())), three = succ(two);
        System.out.println(toInt(mul(two, mul(three, three))) + " " + two.<String>apply(s -> "<" + s + ">").apply("x"));
        System.out.println(Try.of(() -> 10).then(x -> Try.of(() -> x / 2)).then(x -> Try.of(() -> "r" + x)));
        System.out.println(Try.of(() -> 10).then(x -> Try.of(() -> x / 0)).then(x -> Try.of(() -> "r" + x)));
        System.out.println(next().bind(a -> next().bind(b -> next().bind(c -> new State<Integer, String>(s -> Map.entry(a + "," + b + "," + c, s))))).run().apply(1));
        System.out.println(pipe(List.<Function<Integer, Integer>>of(x -> x + 1, x -> x * x, x -> -x)).apply(6));
        Map<String, BinaryOperator<Double>> ops = new TreeMap<>(Map.of("+", Double::sum, "-", (a, b) -> a - b, "*", (a, b) -> a * b, "max", Math::max));
        Deque<Double> st = new ArrayDeque<>();
        for (String t : "3 4 + 2 * 7 max 5 -".split(" ")) { var op = ops.get(t); if (op == null) st.push(Double.valueOf(t)); else { double b = st.pop(), a = st.pop(); st.push(op.apply(a, b)); } }
        System.out.println(st);
    }
}
