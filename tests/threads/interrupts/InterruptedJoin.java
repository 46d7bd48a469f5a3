//@ check: --search dfs
//@ expect: holds
//@ outputs: gave up
// The joining thread is interrupted while its target never ends by itself.

public class InterruptedJoin {
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        Thread target = new Thread(() -> {
            while (!stop) {
                Thread.yield();
            }
        });
        target.start();
        Thread joiner = new Thread(() -> {
            try {
                target.join();
                assert false;
            } catch (InterruptedException e) {
                System.out.println("gave up");
            }
            stop = true;
        });
        joiner.start();
        joiner.interrupt();
        joiner.join();
    }
}
