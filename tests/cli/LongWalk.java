/** A walk of as many choices as one asks for, at the end of which an assertion fails: a long trace. */
public class LongWalk {
    static int place;

    public static void main(String[] args) {
        int steps = Integer.parseInt(args[0]);
        for (int i = 0; i < steps; i++) {
            place += hazard.Nondet.choose(0, 2) == 1 ? 1 : -1;
        }
        assert place > 0 : "at " + place;
    }
}
