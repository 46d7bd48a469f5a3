//@ check: --clock free
//@ expect: holds
//@ outputs: 0 | 1
// The same by a difference, as nanoTime wants it.

public class DeadlineByDifference {
    public static void main(String[] args) {
        long end = System.nanoTime() + 5_000_000_000L;
        int rounds = 0;
        while (System.nanoTime() - end < 0) {
            rounds = 1;
        }
        System.out.print(rounds);
    }
}
