//@ expect: assertion
// A buffer's numbers are four bytes of an array, read and written at once; two of them are two steps.
import java.nio.ByteBuffer;

public class ViewedByBuffer {
    static final ByteBuffer SHARED = ByteBuffer.allocate(8);

    public static void main(String[] args) {
        new Thread(() -> {
            SHARED.putInt(0, 1);
            SHARED.putInt(4, 1);
        }).start();
        int first = SHARED.getInt(0);
        int second = SHARED.getInt(4);
        assert first == 1 || second == 0 : "the second write was seen, and the first was not";
    }
}
