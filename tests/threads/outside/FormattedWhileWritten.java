//@ outputs: ab | xb | xy | ay
//@ expect: holds
// The stream is held while something is formatted, but not what is formatted: its characters are read one after the other.

public class FormattedWhileWritten {
    static final StringBuilder SHARED = new StringBuilder("ab");

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            SHARED.setCharAt(0, 'x');
            SHARED.setCharAt(1, 'y');
        });
        other.start();
        System.out.printf("%s", SHARED);
        other.join();
    }
}
