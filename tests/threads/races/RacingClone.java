//@ check: --property races
//@ expect: race
// To clone an array is to read it.

public class RacingClone {
    static final int[] shared = new int[2];

    public static void main(String[] args) throws InterruptedException {
        Thread copies = new Thread(() -> System.out.println(shared.clone().length));
        copies.start();
        shared[0] = 1;
        copies.join();
    }
}
