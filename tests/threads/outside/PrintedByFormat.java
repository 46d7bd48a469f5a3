//@ outputs: abcd | cdab
//@ expect: holds
// Each call holds the stream for as long as it writes, and either may come first.

public class PrintedByFormat {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            System.out.printf("ab");
        });
        other.start();
        System.out.printf("cd");
        other.join();
    }
}
