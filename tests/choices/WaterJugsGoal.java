//@ check: --search bfs
//@ expect: assertion
// The same jugs; that four litres can be measured is the violation.
import hazard.Nondet;
public class WaterJugsGoal {
    public static void main(String[] args) {
        int a = 0, b = 0;
        while (true) {
            switch (Nondet.choose(0, 5)) {
                case 0: a = 3; break;
                case 1: b = 5; break;
                case 2: a = 0; break;
                case 3: b = 0; break;
                case 4: { int t = Math.min(a, 5 - b); a -= t; b += t; break; }
                default: { int t = Math.min(b, 3 - a); b -= t; a += t; }
            }
            assert b != 4 : "four litres";
        }
    }
}
