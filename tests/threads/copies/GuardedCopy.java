//@ check: --max-states 100
//@ expect: holds
//@ outputs: 0 | 64
// Under a lock nobody sees half a copy, and a copy is one step, however long.

public class GuardedCopy {
    static final int[] shared = new int[64];

    public static void main(String[] args) throws InterruptedException {
        int[] ones = new int[64];
        java.util.Arrays.fill(ones, 1);
        Thread copies = new Thread(() -> {
            synchronized (shared) {
                System.arraycopy(ones, 0, shared, 0, 64);
            }
        });
        copies.start();
        int sum = 0;
        int[] seen;
        synchronized (shared) {
            seen = shared.clone();
        }
        for (int element : seen) {
            sum += element;
        }
        copies.join();
        System.out.println(sum);
    }
}
