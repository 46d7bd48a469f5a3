//@ check: --search dfs
//@ expect: assertion
// Without join main may look before the thread has written.

public class NoJoin {
    static volatile int result;

    public static void main(String[] args) throws Exception {
        new Thread(() -> result = 42).start();
        assert result == 42;
    }
}
