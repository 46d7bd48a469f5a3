//@ check: --property livelock
//@ expect: livelock
// A thread that sleeps again and again.

public class SleepsForEver {
    public static void main(String[] args) throws Exception {
        while (true) {
            Thread.sleep(100);
        }
    }
}
