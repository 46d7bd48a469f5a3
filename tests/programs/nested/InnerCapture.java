import java.util.*;
import java.util.function.*;
public class InnerCapture {
    int v = 1;
    class In { int v = 2; class Deep { int v = 3; String all() { return v + "" + this.v + In.this.v + InnerCapture.this.v + outer(); } } int bump() { return ++InnerCapture.this.v; } }
    private String outer() { return "o" + v; }
    static class Nested { private int secret = 42; static int count; Nested() { count++; } }
    private static int hidden = 5;
    static class Peer { int peek(Nested n) { return n.secret + hidden++; } }
    class Sub extends In { Sub() { InnerCapture.this.super(); v = 20; } }
    static class Ext extends In { Ext(InnerCapture o) { o.super(); } int get() { return bump(); } }
    Iterator<Integer> range(int lo, int hi) { return new Iterator<>() { int i = lo; @Override public boolean hasNext() { return i < hi; } @Override public Integer next() { v++; return i++; } }; }
    Supplier<String> local(String p, int n) {
        String q = p + n;
        class Local { final String z = q + v; String show() { return z + p + InnerCapture.this.v; } class Deeper { String d() { return q + z; } } }
        enum LocalEnum { A, B }
        record LocalRec(int a) { }
        interface LocalI { String s(); }
        LocalI li = () -> q + LocalEnum.B + new LocalRec(n);
        return () -> new Local().show() + new Local().new Deeper().d() + li.s();
    }
    public static void main(String[] args) {
        InnerCapture o = new InnerCapture();
        In in = o.new In();
        System.out.println(in.new Deep().all() + " " + in.bump() + o.v + o.new Sub().v + new Ext(o).get());
        System.out.println(new Peer().peek(new Nested()) + " " + hidden + Nested.count);
        Iterator<Integer> it = o.range(3, 6);
        int s = 0;
        while (it.hasNext()) s += it.next();
        System.out.println(s + " " + o.v);
        System.out.println(o.local("p", 9).get());
        try { InnerCapture none = null; none.new In(); } catch (NullPointerException e) { System.out.println("needs an outer"); }
        System.out.println(new Object() { int x = 4; int y() { return x * hidden; } }.y());
        System.out.println(in.getClass().getName() + " " + In.Deep.class.getName() + new Object() { }.getClass().getName() + In.class.getDeclaringClass().getSimpleName() + In.Deep.class.getEnclosingClass().getSimpleName() + In.class.getNestHost().getSimpleName());
        Runnable[] rs = new Runnable[3];
        for (int i = 0; i < 3; i++) { final int j = i; rs[i] = new Runnable() { int calls = 0; public void run() { System.out.print(j * 10 + ++calls + " "); } }; }
        for (Runnable r : rs) { r.run(); r.run(); }
        System.out.println();
    }
}
