//@ check: --search dfs
//@ expect: unsupported
//@ message: native code
// A program that ends because native code could not be loaded has done nothing wrong: elsewhere it would not end so.
import java.nio.file.Files;
import java.nio.file.Path;

public class NativePartNeeded {
    static native int fast(int x);

    static class Part {
        static {
            byte[] bytes = new byte[128];
            System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, bytes, 0, 4);
            try {
                Path copy = Files.write(Files.createTempFile("part", ".so"), bytes);
                System.load(copy.toString());
            } catch (UnsatisfiedLinkError | java.io.IOException missing) {
                // Whoever needs it will notice.
            }
        }

        static int value(int x) {
            return fast(x);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> Part.value(1));
        other.start();
        Part.value(2);
        other.join();
    }
}
