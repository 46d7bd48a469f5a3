//@ check: --search dfs
//@ expect: deadlock
// A thread that joins itself waits for ever.

public class JoinOneself {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().join();
    }
}
