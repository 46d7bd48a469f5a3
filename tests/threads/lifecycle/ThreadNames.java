//@ check: --search dfs
//@ expect: holds
//@ outputs: Thread-0 Thread-1 named
// Unnamed threads are numbered in the order of their creation.

public class ThreadNames {
    public static void main(String[] args) throws Exception {
        Thread first = new Thread(() -> { });
        Thread named = new Thread(() -> { }, "named");
        Thread second = new Thread(() -> { });
        System.out.println(first.getName() + " " + second.getName() + " " + named.getName());
    }
}
