//@ check:
//@ expect: holds
// Threads that look up their own handles of a variable meet in the same states as if they had it: a handle is no part of what sets
// states apart, however often it is made.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class LookedUpHandles {
    volatile int count;

    void increment() {
        try {
            VarHandle handle = MethodHandles.lookup().findVarHandle(LookedUpHandles.class, "count", int.class);
            handle.getAndAdd(this, 1);
            int now = (int) MethodHandles.lookup().findGetter(LookedUpHandles.class, "count", int.class).invokeExact(this);
            assert now >= 1 && now <= 2;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        LookedUpHandles object = new LookedUpHandles();
        Thread other = new Thread(object::increment);
        other.start();
        object.increment();
        other.join();
        assert object.count == 2;
    }
}
