import java.math.BigInteger;
import java.util.*;
public class RationalNumbers {
    record Q(BigInteger n, BigInteger d) implements Comparable<Q> {
        Q { if (d.signum() == 0) throw new ArithmeticException("zero denominator"); BigInteger g = n.gcd(d).multiply(BigInteger.valueOf(d.signum())); n = n.divide(g); d = d.divide(g); }
        static Q of(long a, long b) { return new Q(BigInteger.valueOf(a), BigInteger.valueOf(b)); }
        Q plus(Q o) { return new Q(n.multiply(o.d).add(o.n.multiply(d)), d.multiply(o.d)); }
        Q times(Q o) { return new Q(n.multiply(o.n), d.multiply(o.d)); }
        Q inverse() { return new Q(d, n); }
        public int compareTo(Q o) { return n.multiply(o.d).compareTo(o.n.multiply(d)); }
        @Override public String toString() { return d.equals(BigInteger.ONE) ? n.toString() : n + "/" + d; }
    }
    public static void main(String[] args) {
        Q h = Q.of(0, 1);
        for (int i = 1; i <= 40; i++) h = h.plus(Q.of(1, i));
        System.out.println(h);
        System.out.println(Q.of(6, -4) + " " + Q.of(1, 3).compareTo(Q.of(2, 6)) + " " + Q.of(2, 4).equals(Q.of(1, 2)) + " " + Q.of(3, 1));
        try { Q.of(0, 5).inverse(); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        Q[] b = new Q[15];
        for (int m = 0; m < b.length; m++) { Q[] a = new Q[m + 1]; for (int j = 0; j <= m; j++) { a[j] = Q.of(1, j + 1); for (int k = j; k >= 1; k--) a[k - 1] = a[k - 1].plus(a[k].times(Q.of(-1, 1))).times(Q.of(k, 1)); if (j == m) b[m] = a[0]; } if (m == m) { Q[] t = new Q[m + 1]; for (int i = 0; i <= m; i++) { t[i] = Q.of(1, i + 1); for (int j = i; j > 0; j--) t[j - 1] = Q.of(j, 1).times(t[j - 1].plus(Q.of(-1, 1).times(t[j]))); } b[m] = t[0]; } }
        System.out.println(Arrays.toString(b));
        Q cf = Q.of(1, 1);
        for (int i = 0; i < 30; i++) cf = Q.of(1, 1).plus(cf.inverse());
        System.out.println(cf);
    }
}
