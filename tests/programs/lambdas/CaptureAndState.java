import java.util.ArrayList;
import java.util.List;
import java.util.function.*;
public class CaptureAndState {
    int field = 10;
    Supplier<Integer> capThis() { return () -> field++; }
    static IntSupplier counter() { int[] n = {0}; return () -> ++n[0]; }
    static <T> Supplier<T> memo(Supplier<T> s) { return new Supplier<>() { T v; boolean done; public T get() { if (!done) { v = s.get(); done = true; } return v; } }; }
    public static void main(String[] args) {
        CaptureAndState c = new CaptureAndState();
        Supplier<Integer> s = c.capThis();
        s.get();
        c.field += 5;
        System.out.println(s.get() + " " + c.field);
        IntSupplier a = counter(), b = counter();
        a.getAsInt(); a.getAsInt();
        System.out.println(a.getAsInt() + " " + b.getAsInt());
        List<Runnable> rs = new ArrayList<>();
        for (int i = 0; i < 3; i++) { int j = i; rs.add(() -> System.out.print(j + " ")); }
        for (String w : new String[] {"x", "y"}) rs.add(() -> System.out.print(w + " "));
        rs.forEach(Runnable::run);
        System.out.println();
        byte by = 1; short sh = 2; char ch = 'c'; long lo = 1L << 40; float fl = 1.5f; double d = 2.5; boolean z = true; String st = "s"; int[] ar = {7};
        Supplier<String> all = () -> by + "," + sh + ch + lo + fl + d + z + st + ar[0];
        ar[0] = 8;
        System.out.println(all.get());
        Supplier<Integer> m = memo(() -> { System.out.println("computed"); return 42; });
        System.out.println(m.get() + m.get());
        Function<Integer, Integer>[] fact = new Function[1];
        fact[0] = n -> n < 2 ? 1 : n * fact[0].apply(n - 1);
        System.out.println(fact[0].apply(10));
        Runnable r = () -> { class Local { String hi() { return st + by; } } System.out.println(new Local().hi()); };
        r.run();
        BinaryOperator<Function<Integer, Integer>> comp = (f, g) -> x -> f.apply(g.apply(x));
        System.out.println(comp.apply(x -> x + 1, x -> x * 10).apply(4));
        Supplier<Supplier<Supplier<String>>> nest = () -> () -> () -> "deep" + lo;
        System.out.println(nest.get().get().get());
        Object o = new Object();
        Runnable same = () -> { };
        System.out.println((same == same) + " " + same.equals(o) + " " + (same.getClass().isSynthetic() || same.getClass().isHidden()));
        System.out.println(((Function<Object, String>) Object::toString).<Integer>compose(x -> x + 1).apply(4));
    }
}
