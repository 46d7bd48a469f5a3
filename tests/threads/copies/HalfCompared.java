//@ expect: assertion
// A comparison of arrays of longs reads one after the other.
import java.util.Arrays;

public class HalfCompared {
    static final long[] SHARED = new long[2];

    public static void main(String[] args) {
        new Thread(() -> {
            SHARED[0] = 1;
            SHARED[1] = 1;
        }).start();
        assert !Arrays.equals(SHARED, new long[] {0, 1}) : "the second write was seen, and the first was not";
    }
}
