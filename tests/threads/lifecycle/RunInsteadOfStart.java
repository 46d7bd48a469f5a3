//@ check: --search dfs
//@ expect: assertion
// run executes the body in the caller, no new thread.

public class RunInsteadOfStart {
    public static void main(String[] args) throws Exception {
        Thread[] ranIn = new Thread[1];
        Thread thread = new Thread(() -> ranIn[0] = Thread.currentThread());
        thread.run();
        assert ranIn[0] == thread;
    }
}
