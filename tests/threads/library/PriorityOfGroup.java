//@ outputs: 10 10 | 10 3 | 3 3
//@ expect: holds
// The group of all threads is there before the program is, and its greatest priority is for everybody to set.

public class PriorityOfGroup {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread other = new Thread(() -> {
            group.setMaxPriority(3);
        });
        other.start();
        int first = group.getMaxPriority();
        int second = group.getMaxPriority();
        other.join();
        System.out.println(first + " " + second);
    }
}
