//@ check:
//@ expect: holds
//@ states: 6
//@ end-states: 1
// What a path writes outside the heap is part of its state: one state before the first choice, three before the second; then
// both numbers are overwritten, so that one state comes before the third choice, and one end.
import hazard.Nondet;
import java.nio.ByteBuffer;

public class DirectMemoryIsState {
    public static void main(String[] args) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(16);
        buffer.putInt(0, Nondet.choose(0, 2));
        buffer.put(4, (byte) Nondet.choose(5, 6));
        if (buffer.getInt(0) > 2 || buffer.get(4) < 5) {
            throw new AssertionError("another path wrote here");
        }
        buffer.putLong(0, 0);
        if (Nondet.bool()) {
            buffer.putInt(8, 0);
        }
    }
}
