//@ check:
//@ expect: holds
//@ outputs: 0 0 0 | 0 0 1 | 0 1 1 | 1 0 1 | 1 1 1
// Whoever reads an array while another thread copies into it may see half a copy.

public class HalfMade {
    static final int[] shared = new int[2];

    public static void main(String[] args) throws InterruptedException {
        Thread copies = new Thread(() -> System.arraycopy(new int[] {1, 1}, 0, shared, 0, 2));
        copies.start();
        int first = shared[0];
        int second = shared[1];
        int again = shared[0];
        copies.join();
        System.out.println(first + " " + second + " " + again);
    }
}
