//@ check:
//@ expect: exception
//@ violations: 1
// The difference d of two choices is 1 for some of them, and then the divisor d - 1 is 0. The search ends at the first such.
import hazard.Nondet;
public class DivisionByChoice {
    static int quotient;
    public static void main(String[] args) { int d = Nondet.choose(1, 3) - Nondet.choose(1, 3); quotient = 10 / (d * d + d - 2 == 0 ? d - 1 : 1); }
}
