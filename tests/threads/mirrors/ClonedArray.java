//@ check:
//@ expect: holds
//@ outputs: 0 | 1
// A copy is made when it is made, not when its maker did something else last.

public class ClonedArray {
    static volatile boolean began;

    public static void main(String[] args) throws Exception {
        int[] shared = new int[1];
        Thread writes = new Thread(() -> {
            if (began) {
                shared[0] = 1;
            }
        });
        writes.start();
        began = true;
        int copied = shared.clone()[0];
        writes.join();
        System.out.println(copied);
    }
}
