public class EvaluationOrder {
    static StringBuilder log = new StringBuilder();
    static int f(int n) { log.append(n).append(' '); return n; }
    static boolean b(int n, boolean r) { log.append('b').append(n).append(' '); return r; }
    static int[] arr(int n) { log.append('a').append(n).append(' '); return new int[] {1, 2, 3}; }
    static int boom() { log.append("boom "); throw new IllegalStateException("boom"); }
    public static void main(String[] args) {
        int r = f(1) + f(2) * f(3) - f(4) / f(5);
        System.out.println(r + " " + log);
        log.setLength(0);
        boolean x = b(1, false) && b(2, true) || b(3, true) & b(4, false) | b(5, true) ^ b(6, true);
        System.out.println(x + " " + log);
        log.setLength(0);
        arr(1)[f(2)] = f(0) + arr(3)[f(1)];
        System.out.println(log);
        log.setLength(0);
        try {
            f(1);
            int q = f(10) / (f(0) + boom());
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + log);
        }
        log.setLength(0);
        int[] nul = null;
        try {
            nul[f(1)] = boom();
        } catch (NullPointerException e) {
            System.out.println("npe " + log);
        } catch (IllegalStateException e) {
            System.out.println("ise " + log);
        }
        log.setLength(0);
        try {
            new int[2][f(-1)][f(3)].toString();
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage() + " " + log);
        }
        int i = 2;
        int j = (i = 3) * i;
        System.out.println(j);
        int a = 9;
        a += (a = 3);
        System.out.println(a);
    }
}
