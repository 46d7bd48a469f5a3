//@ check:
//@ expect: holds
//@ outputs: - | main] | ]

// The text of a thread ends with its group, which it has as long as it has not ended. The flag may be up though the thread has not ended.
public class TextOfEndingThread {
    static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> flag = true);
        thread.start();
        String text = flag ? "" + thread : "-";
        System.out.println(text.substring(text.lastIndexOf(',') + 1));
        thread.join();
    }
}
