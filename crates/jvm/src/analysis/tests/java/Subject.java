package subject;

import base.Base;
import java.util.ArrayList;
import java.util.List;

/** Every family of instructions, to be mutated. No static initialiser: verification must not run anything. */
public class Subject extends Base implements Comparable<Subject> {
    int a;
    long b;
    double d;
    String s;
    int[] xs;
    long[][] ys;
    Object[] os;
    byte[] bs;
    static int counter;
    static String text;
    final int fin;

    public Subject(int a, long b, String s) {
        super(a > 3 ? 1 : 2);
        this.a = a;
        this.b = b;
        this.s = s;
        fin = a;
        xs = new int[a];
        ys = new long[2][3];
        os = new Object[] {s, this};
    }

    public Subject() {
        this(1, 2L, "x");
    }

    public int compareTo(Subject o) {
        return Integer.compare(a, o.a);
    }

    long mix(int i, long l, float f, double d) {
        long r = l + i;
        r ^= (long) (f * d);
        r <<= i;
        return i > 3 ? r : -r;
    }

    int loop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i % 3 == 0) continue;
            sum += xs[i] * i;
            xs[i] = sum;
        }
        return sum;
    }

    String dense(int k) {
        switch (k) {
            case 1: return "one";
            case 2: return "two";
            case 3:
            case 4: return s;
            default: return "many" + k;
        }
    }

    String sparse(int k) {
        switch (k) {
            case -5: return "m";
            case 70: return "s";
            case 70000: return "l";
        }
        return s;
    }

    int guarded(String x) {
        try {
            return Integer.parseInt(x);
        } catch (NumberFormatException e) {
            counter++;
            return e.hashCode();
        } finally {
            text = x;
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    Object pick(boolean c) {
        Object o = c ? new ArrayList<String>() : new Subject();
        if (o instanceof List) ((List) o).add(this);
        return o;
    }

    void arrays(byte[] b, boolean[] z, char[] c, Object[] o) {
        b[0] = 1;
        z[1] = b[0] > 0;
        c[2] = (char) b[1];
        o[0] = c;
        o[1] = b.length > 2 ? o : null;
        bs = b;
    }

    synchronized double halve(double x) {
        double y = x;
        while (y > 1) {
            y /= 2;
            d += y;
        }
        synchronized (this) {
            d = Math.sqrt(d);
        }
        return d;
    }

    static long factorial(int n) {
        return n <= 1 ? 1L : n * factorial(n - 1);
    }

    int inherited() {
        return hidden + prot(3) + super.prot(4);
    }

    long duplicates(long[] l, int i) {
        return l[i]++ + (l[i + 1] += 3) + b++ + (ys[0][1] -= 5);
    }

    Object[][] grid(int n) {
        Object[][][] m = new Object[n][n + 1][];
        m[0][1] = os;
        return m[0];
    }

    static int compare(double a, double b, float c, long d) {
        return a < b ? 1 : c > 2f ? 2 : d == 5 ? 3 : 4;
    }

    Object chain(int n) {
        Object o = null;
        for (int i = 0; i < n; i++) o = new Subject(i, i, o == null ? "a" : o.toString());
        return o;
    }
}
