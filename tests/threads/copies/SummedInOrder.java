//@ expect: holds
// As in HalfSummed, but bytes are written from the last to the first: the checksum never sees the second alone.
import java.util.zip.Adler32;

public class SummedInOrder {
    static final byte[] SHARED = new byte[2];

    public static void main(String[] args) {
        new Thread(() -> {
            SHARED[1] = 1;
            SHARED[0] = 1;
        }).start();
        Adler32 sum = new Adler32();
        sum.update(SHARED);
        Adler32 first = new Adler32();
        first.update(1);
        first.update(0);
        assert sum.getValue() != first.getValue() : "the second write was seen, and the first was not";
    }
}
