//@ outputs: false false | false true | true true
//@ expect: holds
// All threads of a group are interrupted, and one of them asks whether it is.

public class GroupInterrupted {
    static final ThreadGroup GROUP = new ThreadGroup("group");

    public static void main(String[] args) throws InterruptedException {
        Thread member = new Thread(GROUP, () -> {
            boolean first = Thread.currentThread().isInterrupted();
            boolean second = Thread.currentThread().isInterrupted();
            System.out.println(first + " " + second);
        });
        member.start();
        GROUP.interrupt();
        member.join();
    }
}
