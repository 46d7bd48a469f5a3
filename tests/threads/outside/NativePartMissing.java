//@ check: --search dfs
//@ expect: holds
// Native code does not run here: a library that can do without does, and what holds is said to rest on that.
import java.nio.file.Files;
import java.nio.file.Path;

public class NativePartMissing {
    static native int fast(int x);

    static boolean load() throws Exception {
        byte[] bytes = new byte[128];
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, bytes, 0, 4);
        try {
            System.load(Files.write(Files.createTempFile("part", ".so"), bytes).toString());
            return true;
        } catch (UnsatisfiedLinkError missing) {
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        int[] sum = new int[1];
        boolean isFast = load();
        Runnable add = () -> {
            synchronized (sum) {
                sum[0] += isFast ? fast(1) : 1;
            }
        };
        Thread one = new Thread(add);
        Thread two = new Thread(add);
        one.start();
        two.start();
        one.join();
        two.join();
        assert sum[0] == 2;
    }
}
