//@ outputs: 3 3 | 5 3 | 5 5
//@ expect: holds
// The priority of a thread is for others to set.

public class PriorityOfThread {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            main.setPriority(3);
        });
        other.start();
        int first = main.getPriority();
        int second = main.getPriority();
        other.join();
        System.out.println(first + " " + second);
    }
}
