//@ check: --search dfs
//@ expect: assertion
// A sleep is not a guarantee that the other thread has run.

public class SleepIsNoSynchronisation {
    static volatile int result;

    public static void main(String[] args) throws Exception {
        new Thread(() -> result = 42).start();
        Thread.sleep(100);
        assert result == 42;
    }
}
