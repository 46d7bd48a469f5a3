import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
public class MemoAndTrees {
    static Map<Long, Long> memo = new HashMap<>();
    static long stern(long n) {
        if (n < 2) return n;
        Long m = memo.get(n);
        if (m != null) return m;
        long r = n % 2 == 0 ? stern(n / 2) : stern(n / 2) + stern(n / 2 + 1);
        memo.put(n, r);
        return r;
    }
    static final class Tree<T extends Comparable<T>> {
        T v; Tree<T> l, r;
        Tree(T v) { this.v = v; }
        void add(T x) { int c = x.compareTo(v); if (c < 0) { if (l == null) l = new Tree<>(x); else l.add(x); } else if (c > 0) { if (r == null) r = new Tree<>(x); else r.add(x); } }
        int height() { return 1 + Math.max(l == null ? 0 : l.height(), r == null ? 0 : r.height()); }
        @Override public String toString() { return "(" + (l == null ? "" : l) + v + (r == null ? "" : r) + ")"; }
        <R extends Comparable<R>> Tree<R> map(Function<? super T, ? extends R> f) { Tree<R> t = new Tree<>(f.apply(v)); if (l != null) t.l = l.map(f); if (r != null) t.r = r.map(f); return t; }
    }
    interface Fix<A, B> extends Function<Fix<A, B>, Function<A, B>> { }
    static <A, B> Function<A, B> y(Function<Function<A, B>, Function<A, B>> f) { Fix<A, B> g = x -> f.apply(a -> x.apply(x).apply(a)); return g.apply(g); }
    public static void main(String[] args) {
        System.out.println(stern(1_000_000_007L) + " " + memo.size());
        Tree<Integer> t = new Tree<>(50);
        for (int i = 0, x = 17; i < 20; i++, x = x * 37 % 101) t.add(x);
        System.out.println(t + " " + t.height());
        System.out.println(t.map(i -> "n" + i % 10));
        System.out.println(MemoAndTrees.<Integer, Integer>y(self -> n -> n <= 1 ? 1 : n * self.apply(n - 1)).apply(10));
    }
}
