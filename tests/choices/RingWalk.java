//@ check:
//@ expect: holds
//@ states: 5
// An endless walk on a ring of five places: one state per place and no end.
import hazard.Nondet;
public class RingWalk {
    public static void main(String[] args) { int at = 0; while (true) { at = (at + (Nondet.bool() ? 1 : 4)) % 5; if (at < 0 || at > 4) throw new IllegalStateException(); } }
}
