//@ check:
//@ expect: holds
//@ states: 3
// Ten answers are stored in a local that is never read again: they meet at the second choice.
import hazard.Nondet;
public class DeadLocalMerges {
    public static void main(String[] args) { int junk = Nondet.choose(0, 9); junk = junk * 2; if (Nondet.bool()) junk = 1; }
}
