//@ expect: assertion
// A copy out of a direct buffer is as many steps as it has words; the other thread may write between them.
import java.nio.ByteBuffer;

public class HalfDirect {
    static final ByteBuffer SHARED = ByteBuffer.allocateDirect(16);

    public static void main(String[] args) {
        new Thread(() -> {
            SHARED.put(0, (byte) 1);
            SHARED.put(8, (byte) 1);
        }).start();
        byte[] copy = new byte[16];
        SHARED.get(0, copy);
        assert copy[0] == 1 || copy[8] == 0 : "the second write was seen, and the first was not";
    }
}
