// Class initialisation in circles (JVMS 5.5): requests from the initialisers of supers, with initialised classes between.
public class CirclesOfSupers {
    static StringBuilder log = new StringBuilder();
    static int say(String s, int v) { log.append(s).append(' '); return v; }
    static void show(Object o) { System.out.println(o + " [" + log.toString().trim() + "]"); log.setLength(0); }
    static class K { static int d = M.a; }
    static class L extends K { static int q = Integer.parseInt("1"); }
    static class M extends L { static int a = Integer.parseInt("8"); }
    static class P { static int p = say("P", R.r); }
    static class Q extends P { static int q = say("Q", 2); }
    static class R extends Q { static int r = say("R", 3); }
    static class A { static int a = say("A", C.c + B.b); }
    static class B extends A { static int b = say("B", 10 + A.a); }
    static class C extends B { static int c = say("C", 100 + B.b + A.a); }
    interface I { int i = say("I", 1); default void f() { } }
    interface J extends I { int j = say("J", 2); }
    interface N extends J { int n = say("N", 3); default void g() { } }
    static class X implements N { static int x = say("X", 4); }
    interface O extends I { int o = say("O", U.u); private void secret() { } }
    static class U implements O { static int u = say("U", O.o + 5); }
    static class Fails { static int f = say("Fails", Integer.parseInt("x")); }
    static class Below extends Fails { static int b = say("Below", 1); }
    static class Meets { static int m; static { try { m = Down.d; } catch (Throwable t) { m = -1; say(t.getClass().getSimpleName(), 0); } } }
    static class Breaks extends Meets { static int z = say("Breaks", 1 / Integer.parseInt("0")); }
    static class Down extends Breaks { static int d = say("Down", 9); }
    static class Deep { static int n = deep(); static int deep() { try { return 1 + deep(); } catch (StackOverflowError e) { return 0; } } }
    public static void main(String[] args) {
        show(K.d);
        show(R.r + " " + P.p);
        show(A.a + " " + B.b + " " + C.c);
        show(J.j);
        show(X.x);
        show(U.u + " " + O.o);
        for (int i = 0; i < 2; i++) {
            try { show(Below.b); } catch (Throwable t) { show(t.getClass().getName() + " " + t.getMessage() + " " + t.getCause()); }
        }
        try { show(Fails.f); } catch (Throwable t) { show(t + " " + t.getCause()); }
        show(Meets.m);
        try { show(Breaks.z); } catch (Throwable t) { show(t.getMessage()); }
        try { show(Down.d); } catch (Throwable t) { show(t.getMessage()); }
        show(Deep.n > 100);
    }
}
