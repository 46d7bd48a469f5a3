//@ check:
//@ expect: holds
//@ states: 10
// At the i-th choice (i = 0, 1, 2) the sum is 0..i: 1 + 2 + 3 states. The ends differ in the static sum 0..3: 4 more.
import hazard.Nondet;
public class CountHeads {
    static int sum;
    public static void main(String[] args) { for (int i = 0; i < 3; i++) if (Nondet.bool()) sum++; }
}
