import java.util.*;
public class StaticPrivateDefault {
    interface Stack2<T> extends Iterable<T> { void push(T t); T pop(); boolean isEmpty(); int MAX = compute(); private static int compute() { return 3; } static <T> Stack2<T> create() { return new Stack2<>() { final Deque<T> d = new ArrayDeque<>(); public void push(T t) { if (d.size() == MAX) throw new IllegalStateException("full at " + MAX); d.push(t); } public T pop() { return d.pop(); } public boolean isEmpty() { return d.isEmpty(); } public Iterator<T> iterator() { return d.iterator(); } }; } default T swapTop() { T a = pop(), b = pop(); push(a); push(b); return b; } default Stack2<T> drainTo(Collection<? super T> c) { while (!isEmpty()) c.add(pop()); return this; } }
    interface Shape { double area(); default int compareArea(Shape o) { return Double.compare(area(), o.area()); } }
    interface Tagged { default String tag() { return "T"; } }
    interface Loud extends Tagged { default String tag() { return Tagged.super.tag() + "!"; } String tag(int n); }
    static class Impl implements Loud { public String tag(int n) { return tag().repeat(n); } }
    interface Over { Object get(); } interface Over2 extends Over { String get(); }
    public static void main(String[] args) {
        Stack2<String> s = Stack2.create();
        s.push("a"); s.push("b"); s.push("c");
        try { s.push("d"); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(s.swapTop());
        List<Object> out = new ArrayList<>();
        for (String x : s) out.add(x + x);
        System.out.println(s.drainTo(out).isEmpty() + " " + out);
        Shape sq = () -> 4, c = () -> Math.PI;
        System.out.println(sq.compareArea(c) + " " + new Impl().tag(3));
        Over2 o = () -> "cov";
        Over up = o;
        System.out.println(up.get() + o.get().toUpperCase());
        Tagged t = new Tagged() { };
        System.out.println(t.tag() + (t instanceof Loud));
        System.out.println(Stack2.MAX + " " + Arrays.stream(Over2.class.getMethods()).map(m -> m.getReturnType().getSimpleName()).sorted().toList());
    }
}
