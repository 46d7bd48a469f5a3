//@ check:
//@ expect: holds
//@ outputs: 0 0 | 0 1 | 1 0 | 1 1
// An array that is written while it is cloned: its clone may have the second write and not the first.

public class HalfCloned {
    static final int[] shared = new int[2];
    static int[] seen;

    public static void main(String[] args) throws InterruptedException {
        Thread copies = new Thread(() -> seen = shared.clone());
        copies.start();
        shared[0] = 1;
        shared[1] = 1;
        copies.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}
