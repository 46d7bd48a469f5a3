//@ check:
//@ expect: holds
//@ outputs: null null | null x | x x
// A reference can be cleared between two looks at what it refers to; what was cleared does not come back.

import java.lang.ref.WeakReference;

public class ClearedReference {
    static final Object TARGET = "x";

    public static void main(String[] args) throws Exception {
        WeakReference<Object> reference = new WeakReference<>(TARGET);
        Thread clears = new Thread(reference::clear);
        clears.start();
        Object first = reference.get();
        Object second = reference.get();
        clears.join();
        System.out.println(second + " " + first);
    }
}
