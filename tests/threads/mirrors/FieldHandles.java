//@ check:
//@ expect: holds
//@ outputs: 1 | 2
// Handles of a field do what the field's own instructions do, one step each.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class FieldHandles {
    static final MethodHandle GET;
    static final MethodHandle SET;
    int count;

    static {
        try {
            GET = MethodHandles.lookup().findGetter(FieldHandles.class, "count", int.class);
            SET = MethodHandles.lookup().findSetter(FieldHandles.class, "count", int.class);
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
        FieldHandles object = new FieldHandles();
        Thread other = new Thread(object::work);
        other.start();
        object.work();
        other.join();
        System.out.println(object.count);
    }
}
