//@ check:
//@ expect: holds
//@ states: 27
// Every placement of three discs on three pegs can be reached: 3 to the power of 3.
import hazard.Nondet;
public class HanoiThree {
    public static void main(String[] args) {
        int small = 0, middle = 0, large = 0;
        while (true) {
            switch (Nondet.choose(0, 3)) {
                case 0 -> small = (small + 1) % 3;
                case 1 -> small = (small + 2) % 3;
                case 2 -> { if (small != middle) middle = 3 - small - middle; }
                default -> { if (small == middle && small != large) large = 3 - small - large; }
            }
        }
    }
}
