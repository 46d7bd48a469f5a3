//@ check: --max-states 100
//@ expect: inconclusive
// A counter without bound: the limit ends the search before it is certain that nothing goes wrong.
import hazard.Nondet;
public class LimitReached {
    public static void main(String[] args) { long n = 0; while (true) if (Nondet.bool()) n++; else if (n < 0) throw new IllegalStateException("overflow"); }
}
