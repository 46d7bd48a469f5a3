//@ check:
//@ expect: holds
//@ outputs: 1 | 2
// A variable's handle as two method handles: volatile accesses, but two of them.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VariableInvokers {
    static final MethodHandle GET;
    static final MethodHandle SET;
    volatile int count;

    static {
        try {
            VarHandle handle = MethodHandles.lookup().findVarHandle(VariableInvokers.class, "count", int.class);
            GET = handle.toMethodHandle(VarHandle.AccessMode.GET_VOLATILE);
            SET = handle.toMethodHandle(VarHandle.AccessMode.SET_VOLATILE);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    void work() {
        try {
            SET.invokeExact(this, (int) GET.invokeExact(this) + 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        VariableInvokers object = new VariableInvokers();
        Thread other = new Thread(object::work);
        other.start();
        object.work();
        other.join();
        System.out.println(object.count);
    }
}
