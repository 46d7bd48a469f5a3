public class WideMethods {
    static double many(byte a, short b, char c, int d, long e, float f, double g, boolean h, Object i, int[] j, long k, double l, int... m) { return a + b + c + d + e + f + g + (h ? 1 : 0) + i.hashCode() + j.length + k + l + m.length; }
    static long longs(long a, long b, long c, long d) { long t = a; a = d; d = t; t = b; b = c; c = t; return a * 1000 + b * 100 + c * 10 + d; }
    static int locals() { int a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9; long l0 = 10, l1 = 11; double d0 = 12, d1 = 13; String s = "14"; for (int i = 0; i < 5; i++) { int x = i * 2; a0 += x; long y = x; l0 += y; { double z = y; d0 += z; } } { int reused = 100; a1 += reused; } { String reused = "200"; a2 += reused.length(); } return (int) (a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + l0 + l1 + d0 + d1) + s.length(); }
    static Object generic(Object... o) { return o[o.length - 1]; }
    static boolean[] flags(int n) { boolean[] f = new boolean[n]; for (int i = 0; i < n; i++) f[i] = (i & 1) == 0 ^ i > 5; return f; }
    static native int neverCalled();
    synchronized int sync(int n) { return n == 0 ? 0 : 1 + sync(n - 1); }
    static synchronized String ssync() { return "locked " + Thread.holdsLock(WideMethods.class); }
    public static void main(String[] args) {
        System.out.println(many((byte) 1, (short) 2, 'c', 4, 5, 6, 7, true, "i", new int[3], 8, 9, 1, 2) + " " + longs(1, 2, 3, 4) + " " + locals() + " " + generic(1, "two", 3.0) + generic((Object) new int[0]).getClass().getSimpleName());
        StringBuilder b = new StringBuilder(); for (boolean f : flags(10)) b.append(f ? 1 : 0); System.out.println(b + " " + new WideMethods().sync(50) + ssync());
        try { neverCalled(); } catch (UnsatisfiedLinkError e) { System.out.println("no native code"); }
        long x = 1; for (int i = 0; i < 10; i++) x = x * 3 + (x % 2 == 0 ? i : -i); System.out.println(x);
    }
}
