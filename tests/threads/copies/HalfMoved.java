//@ check:
//@ expect: holds
//@ outputs: 1 1 2 | 1 1 3 | 1 2 2 | 1 2 3
// Elements that move within their array move from the end, so that none is lost; whoever looks finds some of them twice.

public class HalfMoved {
    static final int[] shared = {1, 2, 3};

    public static void main(String[] args) throws InterruptedException {
        Thread moves = new Thread(() -> System.arraycopy(shared, 0, shared, 1, 2));
        moves.start();
        int third = shared[2];
        int second = shared[1];
        int first = shared[0];
        moves.join();
        System.out.println(first + " " + second + " " + third);
    }
}
