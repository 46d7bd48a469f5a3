//@ outputs: 1234 | 3412
//@ expect: holds
// Each call holds the stream for as long as it writes, and either may come first.

public class PrintedByFormat {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            System.out.printf("%d%d", 1, 2);
        });
        other.start();
        System.out.printf("%d%d", 3, 4);
        other.join();
    }
}
