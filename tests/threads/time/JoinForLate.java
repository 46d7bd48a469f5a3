//@ check: --timeouts late
//@ expect: holds
//@ outputs: 1
// A join with a time-out.

public class JoinForLate {
    static int done;

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> done = 1);
        worker.start();
        worker.join(100);
        System.out.print(done);
    }
}
