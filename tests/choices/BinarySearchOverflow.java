//@ check:
//@ expect: exception
// The midpoint is computed as (lo + hi) / 2, which overflows for large bounds.
import hazard.Nondet;
public class BinarySearchOverflow {
    static int mid(int lo, int hi) { int m = (lo + hi) / 2; if (m < lo || m > hi) throw new ArithmeticException("midpoint " + m); return m; }
    public static void main(String[] args) { int[] bounds = {0, 1, 1 << 20, 1 << 30, Integer.MAX_VALUE}; int i = Nondet.choose(0, 4), j = Nondet.choose(0, 4); Nondet.assume(i <= j); mid(bounds[i], bounds[j]); }
}
