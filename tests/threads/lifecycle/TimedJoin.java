//@ check: --search dfs
//@ expect: holds
//@ outputs: ended | still running
// A timed join may give up.

public class TimedJoin {
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            while (!stop) {
                Thread.yield();
            }
        });
        thread.start();
        new Thread(() -> stop = true).start();
        thread.join(5);
        System.out.println(thread.isAlive() ? "still running" : "ended");
    }
}
