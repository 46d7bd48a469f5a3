//@ check:
//@ expect: holds
//@ outputs: false | true
// The library looks at an array whenever it does, not when its caller did something else last.

import java.util.Arrays;

public class MismatchedArrays {
    static volatile boolean began;

    public static void main(String[] args) throws Exception {
        int[] shared = new int[8];
        Thread writes = new Thread(() -> {
            if (began) {
                shared[7] = 1;
            }
        });
        writes.start();
        began = true;
        boolean isZero = Arrays.equals(shared, new int[8]);
        writes.join();
        System.out.println(isZero);
    }
}
