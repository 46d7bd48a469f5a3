//@ check: --search dfs
//@ expect: holds
//@ outputs: 42 TERMINATED
// join waits for the end of the thread, and its writes are visible.

public class JoinSeesResult {
    static int result;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> result = 42);
        assert thread.getState() == Thread.State.NEW;
        thread.start();
        thread.join();
        assert !thread.isAlive();
        System.out.println(result + " " + thread.getState());
    }
}
