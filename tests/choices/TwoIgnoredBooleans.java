//@ check: --search bfs
//@ expect: holds
//@ states: 3
// Two choices in a row and an end. The first answer is dead at the second choice, so both answers meet there.
import hazard.Nondet;
public class TwoIgnoredBooleans {
    public static void main(String[] args) { boolean a = Nondet.bool(); boolean b = Nondet.bool(); }
}
