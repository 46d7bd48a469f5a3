//@ check:
//@ expect: holds
//@ states: 7
// One choice among six, remembered in a static field: six different ends.
import hazard.Nondet;
public class SixEnds {
    static int face;
    public static void main(String[] args) { face = Nondet.choose(1, 6); }
}
