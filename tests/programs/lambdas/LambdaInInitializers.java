import java.util.*;
import java.util.function.*;
public class LambdaInInitializers {
    static final Map<String, Function<Double, Double>> OPS = new LinkedHashMap<>();
    static { OPS.put("sq", x -> x * x); OPS.put("neg", x -> -x); OPS.put("id", Function.identity()); OPS.put("then", OPS.get("sq").andThen(OPS.get("neg"))); }
    int id; final Supplier<String> name = () -> this.getClass().getSimpleName() + id; LambdaInInitializers(int i) { id = i; }
    interface Konst { Supplier<Integer> S = () -> 42; }
    enum Calc { ADD((a, b) -> a + b), POW((a, b) -> { int r = 1; for (int i = 0; i < b; i++) r *= a; return r; }); final IntBinaryOperator f; Calc(IntBinaryOperator f) { this.f = f; } }
    static Function<Integer, Integer> chain(int n) { Function<Integer, Integer> f = x -> x; for (int i = 1; i <= n; i++) { int k = i; f = f.andThen(x -> x * 2 + k); } return f; }
    static class Sub extends LambdaInInitializers { Sub(IntSupplier s) { super(s.getAsInt() + 1); } Sub(int n) { this(() -> n * 10); } }
    public static void main(String[] args) {
        OPS.forEach((k, f) -> System.out.print(k + "=" + f.apply(3.0) + " ")); System.out.println();
        System.out.println(new LambdaInInitializers(5).name.get() + Konst.S.get() + Calc.POW.f.applyAsInt(2, 10) + Calc.ADD.f.applyAsInt(1, 1) + " " + chain(10).apply(1) + " " + new Sub(4).name.get());
        Supplier<Runnable> sr = () -> () -> System.out.println("inner"); sr.get().run();
        Object o = args.length > 5 ? null : (Comparator<String> & java.io.Serializable) (a, b) -> b.compareTo(a); @SuppressWarnings("unchecked") Comparator<String> c = (Comparator<String>) o; System.out.println(c.compare("a", "b") + c.reversed().compare("a", "b") + " " + c.thenComparing(Comparator.naturalOrder()).compare("x", "x"));
        BiFunction<BiFunction<Integer, Integer, Integer>, Integer, Function<Integer, Integer>> partial = (f, a) -> b -> f.apply(a, b); System.out.println(partial.apply(Math::subtractExact, 10).apply(3));
        int[] hits = new int[3]; IntConsumer ic = i -> hits[i]++; ic.andThen(i -> hits[(i + 1) % 3] += 10).accept(2); System.out.println(Arrays.toString(hits));
    }
}
