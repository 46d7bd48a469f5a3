//@ check: --clock free
//@ expect: assertion
//@ message: slow
// Readings in fields, of another thread.

public class StopwatchInFields {
    static volatile long begun;

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> begun = System.currentTimeMillis());
        worker.start();
        worker.join();
        assert System.currentTimeMillis() - begun < 1000 : "slow";
    }
}
