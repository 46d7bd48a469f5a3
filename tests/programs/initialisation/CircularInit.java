public class CircularInit {
    static class A { static final Integer X = 5; static int fromB = B.Y + 1; static int z = 9; }
    static class B { static int Y = A.z + 10; static int seen = A.fromB; }
    enum Planet { EARTH(3), MARS(4); static int total; final int n; Planet(int n) { this.n = n; } static { for (Planet p : values()) total += p.n; } }
    static class Single { static final Single INSTANCE = new Single(); static int count = 100; int at; Single() { at = count++; } }
    static class Holder { static { System.out.println("holder loaded"); } static final Object O = new Object(); }
    static Object lazy(boolean b) { return b ? Holder.O : null; }
    interface Defaults { Object LOG = print("Defaults initialised"); default void m() { } }
    interface NoDefaults { Object LOG = print("NoDefaults initialised"); void k(); }
    static class Uses implements Defaults, NoDefaults { public void k() { } }
    static Object print(String s) { System.out.println(s); return s; }
    int a = 1, b = a + c(), d = 4;
    int c() { return d; }
    final int fin; { fin = a + b; }
    public static void main(String[] args) {
        System.out.println(A.fromB + " " + B.Y + " " + B.seen + " " + A.z);
        System.out.println(Planet.total);
        System.out.println(Single.INSTANCE.at + " " + Single.count);
        lazy(false);
        System.out.println("before");
        lazy(true);
        new Uses();
        System.out.println("made Uses");
        System.out.println(Uses.class.getInterfaces().length);
        System.out.println(NoDefaults.LOG);
        CircularInit o = new CircularInit();
        System.out.println(o.a + " " + o.b + " " + o.d + " " + o.fin);
        Object arr = new int[][] {{initial++}, {initial++}};
        System.out.println(initial);
    }
    static int initial = 40;
    static { initial += 1; }
}
