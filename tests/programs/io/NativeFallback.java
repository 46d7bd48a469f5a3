//@ run
import java.nio.file.Files;
import java.nio.file.Path;

/** What libraries do that have a part in native code and one in Java: they try, catch, and do without. */
public class NativeFallback {
    static native int fast(int x);

    static class Parts {
        static final boolean NATIVE;

        static {
            boolean loaded = false;
            try {
                // Neither a machine of this kind nor of any other: the header has no target.
                byte[] bytes = new byte[128];
                System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, bytes, 0, 4);
                Path copy = Files.write(Files.createTempFile("part", ".so"), bytes);
                copy.toFile().deleteOnExit();
                System.load(copy.toString());
                loaded = true;
            } catch (UnsatisfiedLinkError | java.io.IOException missing) {
                System.out.println(missing.getClass().getSimpleName());
            }
            NATIVE = loaded;
        }

        static int value(int x) {
            return NATIVE ? fast(x) : x + 1;
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Parts.value(41));
        try {
            System.out.println(fast(41));
        } catch (UnsatisfiedLinkError missing) {
            System.out.println(missing.getMessage());
        }
        for (int length : new int[] {0, 3, 200}) {
            Path odd = Files.write(Files.createTempFile("odd", ".so"), new byte[length]);
            odd.toFile().deleteOnExit();
            try {
                System.load(odd.toString());
            } catch (UnsatisfiedLinkError error) {
                System.out.println(length + " " + error.getMessage().replace(odd.toString(), "odd").split(" \\(")[0]);
            }
        }
        try {
            System.load("/nowhere/none.so");
        } catch (UnsatisfiedLinkError error) {
            System.out.println(error.getMessage());
        }
    }
}
