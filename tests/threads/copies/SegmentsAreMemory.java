//@ since: 25
//@ expect: assertion
// Two numbers in a segment of memory are two steps, on the heap or off it.
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

public class SegmentsAreMemory {
    static final MemorySegment SHARED = Arena.global().allocate(16);

    public static void main(String[] args) {
        new Thread(() -> {
            SHARED.set(ValueLayout.JAVA_INT, 0, 1);
            SHARED.set(ValueLayout.JAVA_INT, 8, 1);
        }).start();
        int first = SHARED.get(ValueLayout.JAVA_INT, 0);
        int second = SHARED.get(ValueLayout.JAVA_INT, 8);
        assert first == 1 || second == 0 : "the second write was seen, and the first was not";
    }
}
