import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.*;
public class MethodReferenceKinds {
    final String n;
    MethodReferenceKinds(String n) { this.n = n; }
    MethodReferenceKinds() { this("none"); }
    static int twice(int x) { return 2 * x; }
    static String va(Object... xs) { return "va" + xs.length; }
    static long widen(long l) { return l + 1; }
    String greet(String who) { return n + " greets " + who; }
    @Override public String toString() { return "T:" + n; }
    interface Tri<A, B, C, R> { R apply(A a, B b, C c); }
    interface IntMaker { Integer make(int a, int b); }
    class Inner { final int k; Inner(int k) { this.k = k; } @Override public String toString() { return n + k; } }
    Function<Integer, Inner> maker() { return Inner::new; }
    static class Base { String who() { return "base"; } }
    static class Derived extends Base { @Override String who() { return "derived"; } Supplier<String> sup() { return super::who; } Supplier<String> own() { return this::who; } }
    public static void main(String[] args) {
        BiFunction<Integer, Integer, Integer> sum = Integer::sum;
        IntBinaryOperator prim = Integer::sum;
        ToLongFunction<Integer> widen = MethodReferenceKinds::widen;
        Function<Integer, Long> box = x -> widen(x);
        IntMaker im = Math::max;
        ToDoubleBiFunction<Integer, Integer> td = Math::max;
        System.out.println(sum.apply(2, 3) + " " + prim.applyAsInt(4, 5) + " " + widen.applyAsLong(7) + " " + box.apply(8) + " " + im.make(3, 9) + " " + td.applyAsDouble(1, 2));
        Function<String, Integer> unbound = String::length;
        Supplier<Integer> bound = "bound"::length;
        BiPredicate<String, String> bp = String::equalsIgnoreCase;
        Tri<String, Integer, Integer, String> sub = String::substring;
        System.out.println(unbound.apply("abc") + " " + bound.get() + " " + bp.test("A", "a") + " " + sub.apply("abcdef", 1, 3));
        Supplier<MethodReferenceKinds> c0 = MethodReferenceKinds::new;
        Function<String, MethodReferenceKinds> c1 = MethodReferenceKinds::new;
        System.out.println(c0.get() + " " + c1.apply("one"));
        IntFunction<int[]> arr = int[]::new;
        Function<Integer, String[][]> arr2 = String[][]::new;
        System.out.println(arr.apply(3).length + " " + arr2.apply(2).length);
        Function<Object, String> v1 = MethodReferenceKinds::va;
        Supplier<String> v0 = MethodReferenceKinds::va;
        Tri<Integer, String, Object, String> v3 = MethodReferenceKinds::va;
        Function<Object[], String> va = MethodReferenceKinds::va;
        System.out.println(v1.apply(1) + v0.get() + v3.apply(1, "", null) + va.apply(new Object[5]));
        System.out.println(new MethodReferenceKinds("outer").maker().apply(5) + " " + new Derived().sup().get() + " " + new Derived().own().get());
        UnaryOperator<Integer> tw = MethodReferenceKinds::twice;
        IntUnaryOperator tw2 = MethodReferenceKinds::twice;
        ToIntFunction<Byte> fromByte = MethodReferenceKinds::twice;
        System.out.println(tw.apply(4) + " " + tw2.andThen(MethodReferenceKinds::twice).applyAsInt(3) + " " + fromByte.applyAsInt((byte) 5));
        Consumer<List<Integer>> discard = List::size;
        discard.accept(List.of());
        Supplier<List<String>> ls = ArrayList<String>::new;
        BiConsumer<List<String>, String> adder = List::add;
        List<String> l = ls.get();
        adder.accept(l, "added");
        System.out.println(l);
        Comparator<String> cmp = String::compareTo;
        System.out.println(cmp.compare("a", "b") + new TreeSet<>(Arrays.asList("b", "a")).first());
        MethodReferenceKinds nul = null;
        try { Function<String, String> f = nul::greet; System.out.println("not here"); } catch (NullPointerException e) { System.out.println("bound null"); }
        Function<String, String> g = new MethodReferenceKinds("ann")::greet;
        System.out.println(g.apply("bob"));
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> a * 10 + b;
        System.out.println(curried.apply(1).apply(2));
        Callable3 thrown = () -> { throw new Exception("checked"); };
        try { thrown.call(); } catch (Exception e) { System.out.println(e.getMessage()); }
        Object o = (Runnable & java.io.Serializable) () -> System.out.println("both");
        ((Runnable) o).run();
        System.out.println(o instanceof java.io.Serializable);
        IntFunction<Function<String, Integer>> sel = i -> i == 0 ? String::length : String::hashCode;
        System.out.println(sel.apply(0).apply("ab") + " " + sel.apply(1).apply("ab"));
        int[] data = {3, 1, 2};
        Supplier<int[]> cl = data::clone;
        cl.get()[0] = 9;
        System.out.println(data[0] + " " + Arrays.toString(cl.get()));
    }
    interface Callable3 { void call() throws Exception; }
}
