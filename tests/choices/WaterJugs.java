//@ check: --search bfs
//@ expect: holds
//@ states: 16
// Jugs of 3 and 5: every move leaves one of them full or empty, and as 3 and 5 are coprime every such pair can be reached.
// Pairs with b in {0,5}: 4 * 2; with a in {0,3}: 6 * 2; both: 4. So 8 + 12 - 4 = 16.
import hazard.Nondet;
public class WaterJugs {
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
        }
    }
}
