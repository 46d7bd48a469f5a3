//@ expect: assertion
// The checksum reads one byte after the other: the other thread may write both after the first was read.
import java.util.zip.CRC32;

public class HalfSummed {
    static final byte[] SHARED = new byte[2];

    static long sumOf(int first, int second) {
        CRC32 sum = new CRC32();
        sum.update(first);
        sum.update(second);
        return sum.getValue();
    }

    public static void main(String[] args) {
        new Thread(() -> {
            SHARED[0] = 1;
            SHARED[1] = 1;
        }).start();
        CRC32 sum = new CRC32();
        sum.update(SHARED);
        assert sum.getValue() != sumOf(0, 1) : "the second write was seen, and the first was not";
    }
}
