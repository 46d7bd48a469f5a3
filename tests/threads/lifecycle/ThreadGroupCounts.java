//@ check: --search dfs
//@ expect: holds
//@ outputs: group child
// A thread belongs to the group it was made in.

public class ThreadGroupCounts {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("group");
        Thread thread = new Thread(group, () -> System.out.println(
                Thread.currentThread().getThreadGroup().getName() + " " + Thread.currentThread().getName()), "child");
        thread.start();
        thread.join();
    }
}
