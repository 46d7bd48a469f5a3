import java.util.*;
import java.util.function.*;
public class FunctionalInterfaces {
    public static void main(String[] args) {
        Function<Integer, Integer> inc = x -> x + 1, dbl = x -> x * 2;
        System.out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5) + " " + Function.<String>identity().apply("id"));
        Predicate<String> empty = String::isEmpty, longer = s -> s.length() > 3;
        System.out.println(empty.negate().and(longer).test("abcd") + " " + empty.or(longer).test("ab") + " " + Predicate.not(empty).test("") + " " + Predicate.isEqual(null).test(null));
        BiFunction<Integer, Integer, Integer> bf = Math::floorMod;
        System.out.println(bf.andThen(String::valueOf).apply(-7, 3));
        Consumer<StringBuilder> c1 = sb -> sb.append("1"), c2 = sb -> sb.append("2");
        StringBuilder sb = new StringBuilder();
        c1.andThen(c2).andThen(c1).accept(sb);
        System.out.println(sb);
        Supplier<Optional<String>> so = Optional::empty;
        System.out.println(so.get());
        UnaryOperator<String> up = String::toUpperCase;
        BinaryOperator<Integer> mx = BinaryOperator.maxBy(Comparator.naturalOrder()), mn = BinaryOperator.minBy(Comparator.reverseOrder());
        System.out.println(up.apply("x") + mx.apply(3, 4) + mn.apply(3, 4));
        IntPredicate ip = i -> i > 0;
        IntUnaryOperator neg = i -> -i;
        IntBinaryOperator pw = (a, b) -> (int) Math.pow(a, b);
        IntToDoubleFunction half = i -> i / 2.0;
        DoubleToIntFunction tr = d -> (int) d;
        LongFunction<String> lf = Long::toHexString;
        ToIntBiFunction<String, String> ti = String::compareTo;
        ObjIntConsumer<String> oi = (s, i) -> System.out.print(s.repeat(i) + " ");
        DoubleUnaryOperator sq = Math::sqrt;
        BooleanSupplier bs = () -> false;
        LongSupplier ls = () -> Long.MIN_VALUE;
        oi.accept("ab", 2);
        System.out.println(ip.negate().test(3) + " " + neg.andThen(neg).applyAsInt(3) + " " + pw.applyAsInt(2, 5) + " " + half.applyAsDouble(3) + " " + tr.applyAsInt(2.9) + " " + lf.apply(255) + " " + ti.applyAsInt("a", "b") + " " + sq.compose(sq).applyAsDouble(16) + bs.getAsBoolean() + ls.getAsLong());
        BiConsumer<Map<String, Integer>, String> count = (m, k) -> m.merge(k, 1, Integer::sum);
        Map<String, Integer> m = new TreeMap<>();
        for (String s : "a b a c a".split(" ")) count.andThen((x, y) -> x.merge("total", 1, Integer::sum)).accept(m, s);
        System.out.println(m);
        try { inc.andThen(null); } catch (NullPointerException e) { System.out.println("npe"); }
        Comparator<String> c = Comparator.comparing(String::length, Comparator.reverseOrder()).thenComparing(Comparator.nullsFirst(Comparator.naturalOrder()));
        List<String> l = new ArrayList<>(List.of("bb", "a", "ccc", "aa"));
        l.sort(c);
        System.out.println(l);
        List<String> n = Arrays.asList("x", null, "a");
        n.sort(Comparator.nullsLast(Comparator.reverseOrder()));
        System.out.println(n);
    }
}
