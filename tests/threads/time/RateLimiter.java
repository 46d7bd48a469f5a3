//@ check: --clock free
//@ expect: holds
//@ end-states: 0
// Deadlines that move on and on come back to the same states.

public class RateLimiter {
    static boolean open;

    public static void main(String[] args) {
        long next = System.nanoTime() + 1000;
        while (true) {
            if (System.nanoTime() - next >= 0) {
                open = !open;
                next += 1000;
            }
        }
    }
}
