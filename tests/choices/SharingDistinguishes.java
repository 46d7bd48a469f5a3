//@ check:
//@ expect: holds
//@ states: 5
// Two references to one object or to two equal ones are different heaps: one first choice, two second choices, two ends.
import hazard.Nondet;
public class SharingDistinguishes {
    static int[] p, q;
    public static void main(String[] args) { p = new int[1]; q = Nondet.bool() ? p : new int[1]; Nondet.bool(); }
}
