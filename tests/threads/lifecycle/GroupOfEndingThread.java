//@ check:
//@ expect: holds
//@ outputs: - | false | true

// A thread that has ended has no group. The flag may be up though the thread has not ended.
public class GroupOfEndingThread {
    static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> flag = true);
        thread.start();
        System.out.println(flag ? thread.getThreadGroup() == null : "-");
        thread.join();
    }
}
