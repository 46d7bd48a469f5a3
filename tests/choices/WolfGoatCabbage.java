//@ check:
//@ expect: holds
//@ states: 10
// The classic river crossing. Of the 16 placements 6 leave goat and wolf or goat and cabbage alone; the other 10 are all
// reachable. A move that is impossible or unsafe leaves everything as it was.
import hazard.Nondet;
public class WolfGoatCabbage {
    static boolean safe(int s) { int f = s & 1, w = s >> 1 & 1, g = s >> 2 & 1, c = s >> 3 & 1; return (g != w || f == g) && (g != c || f == g); }
    public static void main(String[] args) {
        int s = 0;
        while (true) {
            int who = Nondet.choose(0, 3);
            int next = who == 0 ? s ^ 1 : (s >> who & 1) == (s & 1) ? s ^ 1 ^ 1 << who : s;
            if (safe(next)) s = next;
        }
    }
}
