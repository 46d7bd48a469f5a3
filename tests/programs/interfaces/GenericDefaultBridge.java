import java.util.*;
import java.util.function.*;
public class GenericDefaultBridge {
    interface Source<T> { T next(); default <R> Source<R> map(Function<? super T, ? extends R> f) { return () -> f.apply(next()); } default List<T> take(int n) { List<T> l = new ArrayList<>(); for (int i = 0; i < n; i++) l.add(next()); return l; } static Source<Integer> from(int n) { int[] c = {n}; return () -> c[0]++; } }
    interface IntSource extends Source<Integer>, IntSupplier { @Override default Integer next() { return getAsInt(); } }
    static class Squares implements IntSource { int i; public int getAsInt() { return i * i++; } @Override public List<Integer> take(int n) { return List.copyOf(IntSource.super.take(n)); } }
    public static void main(String[] args) {
        System.out.println(Source.from(5).map(x -> x * 1.5).map(d -> "d" + d).take(3));
        Squares s = new Squares();
        System.out.println(s.take(5) + " " + s.next() + " " + ((Source<?>) s).next() + ((IntSupplier) s).getAsInt());
        IntSource lam = () -> 7;
        System.out.println(lam.next() + lam.take(2).get(1));
        System.out.println(Arrays.stream(Squares.class.getMethods()).filter(m -> m.getName().equals("take")).map(m -> m.getDeclaringClass().getSimpleName() + m.isDefault()).toList());
    }
}
