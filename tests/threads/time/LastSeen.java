//@ check: --clock free
//@ expect: holds
//@ end-states: 0
// A reading that is replaced again and again.

public class LastSeen {
    static long last;

    public static void main(String[] args) {
        last = System.currentTimeMillis();
        while (true) {
            long now = System.currentTimeMillis();
            if (now - last > 500) {
                last = now;
            }
        }
    }
}
