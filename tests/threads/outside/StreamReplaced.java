//@ outputs: xy/ | x/y | /xy
//@ expect: holds
// `System.out` is declared final, and one can set it nevertheless: between any two uses.
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

public class StreamReplaced {
    public static void main(String[] args) throws InterruptedException {
        PrintStream before = System.out;
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        Thread other = new Thread(() -> {
            System.out.print("x");
            System.out.print("y");
        });
        other.start();
        System.setOut(new PrintStream(kept, true));
        other.join();
        before.println("/" + kept);
    }
}
