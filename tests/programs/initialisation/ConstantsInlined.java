public class ConstantsInlined {
    static StringBuilder log = new StringBuilder();
    static int tell(String s, int v) { log.append(s).append(' '); return v; }
    static class K { static final int A = 1 + 2 * 3; static final String S = "a" + A; static final long L = 1L << 40; static final int NOT = tell("K", 4); static final Object O = "obj"; static final int[] ARR = {1}; }
    static class M { static final String S2 = "m"; static { tell("M", 0); } }
    interface Deep extends Base2 { int D = tell("Deep", 1); } interface Base2 { int B = tell("Base2", 2); }
    static class Multi { static int a = tell("a", 1), b; static { b = a * 10; c = 5; } static int c; static int d = c + 1; static { c = 99; } int x = y() + 1; int y() { return z; } int z = 7; }
    static int late = Multi.d;
    public static void main(String[] args) throws Exception {
        System.out.println(K.A + K.S + K.L + " [" + log + "]"); System.out.println(K.O + " [" + log + "]"); System.out.println(M.S2 + " [" + log + "]"); System.out.println(Deep.B + " [" + log + "]"); System.out.println(Deep.D + " [" + log + "]");
        System.out.println(Multi.a + " " + Multi.b + " " + Multi.c + " " + Multi.d + " " + late + " " + new Multi().x + " [" + log + "]");
        System.out.println(K.class.getDeclaredField("A").getInt(null) + " " + (K.S == "a7") + " " + M.class.getDeclaredField("S2").get(null) + " [" + log + "]");
        new M(); System.out.println(log);
    }
}
