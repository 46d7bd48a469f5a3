//@ expect: assertion
// The flag is set before the array is filled from a private one: whoever comes in between sees the flag and an empty array.
public class ArrayCopyIsASecondStep {
    static volatile boolean filled;
    static final int[] SHARED = new int[2];

    public static void main(String[] args) {
        new Thread(() -> {
            int[] own = {1, 2};
            filled = true;
            System.arraycopy(own, 0, SHARED, 0, 2);
        }).start();
        if (filled) {
            int first = SHARED[0];
            assert first == 1 : "filled, yet " + first;
        }
    }
}
