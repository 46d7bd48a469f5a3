//@ check: --search dfs
//@ expect: holds
//@ outputs: interrupted | slept
// A sleep may end before the interrupt comes, or by it; the flag is cleared in the latter case only.

public class InterruptedSleep {
    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(10);
                System.out.println("slept");
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
    }
}
