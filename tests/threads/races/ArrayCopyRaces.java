//@ check: --property races
//@ expect: race
// System.arraycopy writes elements that another thread reads, and nothing orders the two.
public class ArrayCopyRaces {
    static final int[] SHARED = new int[4];

    public static void main(String[] args) {
        new Thread(() -> System.arraycopy(new int[] {1, 2}, 0, SHARED, 1, 2)).start();
        System.out.println(SHARED[2]);
    }
}
