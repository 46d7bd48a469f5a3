//@ check:
//@ expect: holds
//@ states: 3
// Arrays of five lengths, dropped before the second choice: garbage does not distinguish states.
import hazard.Nondet;
public class GarbageMerges {
    static int[] kept;
    public static void main(String[] args) { kept = new int[Nondet.choose(0, 4)]; kept = null; Nondet.bool(); }
}
