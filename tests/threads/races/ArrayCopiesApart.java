//@ check: --property races
//@ expect: holds
// Each thread copies to a half of its own.
public class ArrayCopiesApart {
    static final int[] SHARED = new int[4];

    public static void main(String[] args) {
        new Thread(() -> System.arraycopy(new int[] {1, 2}, 0, SHARED, 0, 2)).start();
        System.arraycopy(new int[] {3, 4}, 0, SHARED, 2, 2);
    }
}
