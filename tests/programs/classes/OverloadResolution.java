public class OverloadResolution {
    static String f(int x) { return "int"; } static String f(long x) { return "long"; } static String f(double x) { return "double"; } static String f(Integer x) { return "Integer"; } static String f(Object x) { return "Object"; } static String f(int... x) { return "int..."; }
    static String g(long x) { return "long"; } static String g(Object o) { return "Object"; }
    static String h(Object o) { return "Object"; } static String h(String s) { return "String"; }
    static String k(char c) { return "char"; } static String k(int i) { return "int"; }
    static String v(Object... o) { return o == null ? "null" : "O" + o.length; }
    static String w(String s, Object... o) { return "s+" + o.length; } static String w(String s, String t) { return "two"; }
    static String n(Number n) { return "Number"; } static String n(Comparable<?> c) { return "Comparable"; }
    static String b(byte b) { return "byte"; } static String b(short s) { return "short"; } static String b(float f) { return "float"; }
    static class P { String m(P p) { return "P.P"; } String m(Q q) { return "P.Q"; } }
    static class Q extends P { @Override String m(P p) { return "Q.P"; } String m(Object o) { return "Q.O"; } }
    public static void main(String[] args) {
        byte by = 1; short sh = 1; char c = 'c'; long l = 1; float fl = 1;
        System.out.println(f(by) + f(sh) + f(c) + f(1) + f(l) + f(fl) + f(1.0) + f((Integer) 1) + f("s") + f() + f(1, 2) + f((Object) 1) + f(Long.valueOf(1)));
        System.out.println(g(1) + g(Integer.valueOf(1)) + g('c') + g(1f));
        System.out.println(h(null) + h((Object) "s") + h("s"));
        System.out.println(k('a') + k('a' + 1) + k((char) 98) + k(by));
        System.out.println(v() + v((Object) null) + v((Object[]) null) + v(1, 2) + v(new Object[] {1, 2, 3}) + v(new int[] {1, 2}) + v((Object) new String[2]) + v(new String[2]));
        System.out.println(w("a") + w("a", "b") + w("a", 1) + w("a", "b", "c"));
        System.out.println(n((Number) 1) + n("x") + b(by) + b(sh) + b(1) + b(c));
        P p = new Q(); Q q = new Q();
        System.out.println(p.m(p) + p.m(q) + q.m(p) + q.m(q) + q.m((Object) q) + p.m((P) q));
    }
}
