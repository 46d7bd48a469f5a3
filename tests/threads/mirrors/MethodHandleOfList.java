//@ check:
//@ expect: holds
//@ outputs: 1 | 2
// The same through a method handle.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

public class MethodHandleOfList {
    final ArrayList<Object> list = new ArrayList<>(List.of(0, 0, 0));

    MethodHandleOfList() {
        list.clear();
    }

    void work() {
        try {
            MethodType type = MethodType.methodType(boolean.class, Object.class);
            MethodHandle add = MethodHandles.lookup().findVirtual(ArrayList.class, "add", type);
            boolean isAdded = (boolean) add.invokeExact(list, (Object) 1);
            assert isAdded;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        MethodHandleOfList object = new MethodHandleOfList();
        Thread other = new Thread(object::work);
        other.start();
        object.work();
        other.join();
        System.out.println(object.list.size());
    }
}
