//@ outputs: abc | acb | cab
//@ expect: holds
// Two streams on standard output have no lock in common, and each write shows at once.
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

public class TwoStreamsOnOutput {
    public static void main(String[] args) throws InterruptedException {
        PrintStream one = new PrintStream(new FileOutputStream(FileDescriptor.out));
        PrintStream two = new PrintStream(new FileOutputStream(FileDescriptor.out));
        Thread other = new Thread(() -> {
            one.print("a");
            one.print("b");
        });
        other.start();
        two.print("c");
        other.join();
    }
}
