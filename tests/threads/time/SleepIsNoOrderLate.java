//@ check: --timeouts late
//@ expect: holds
//@ outputs: 0 | 1
// A sleep lets nobody go first.

public class SleepIsNoOrderLate {
    static int x;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x = 1);
        other.start();
        Thread.sleep(1000);
        System.out.print(x);
    }
}
