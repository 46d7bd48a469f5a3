//@ check:
//@ expect: holds
//@ outputs: - | ended | runs

// A thread that has ended has no stack. The flag may be up though the thread has not ended.
public class TraceOfEndingThread {
    static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> flag = true);
        thread.start();
        System.out.println(!flag ? "-" : thread.getStackTrace().length == 0 ? "ended" : "runs");
        thread.join();
    }
}
