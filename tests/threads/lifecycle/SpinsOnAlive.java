//@ check: --search dfs
//@ expect: holds
//@ outputs: t
// Asking a thread whether it lives, again and again, is a loop through few states.

public class SpinsOnAlive {
    public static void main(String[] args) {
        Thread thread = new Thread(() -> System.out.println("t"));
        thread.start();
        while (thread.isAlive()) { }
    }
}
