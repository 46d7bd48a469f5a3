//@ check: --clock free
//@ expect: holds
//@ outputs: 0 | 1
// A loop until a deadline runs never, or as often as it likes, and comes back to the same state.

public class DeadlineLoop {
    public static void main(String[] args) {
        long end = System.nanoTime() + 5_000_000_000L;
        int rounds = 0;
        while (System.nanoTime() < end) {
            rounds = 1;
        }
        System.out.print(rounds);
    }
}
