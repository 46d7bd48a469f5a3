//@ check:
//@ expect: holds
//@ outputs: 1 | 2
// Elements of an array through handles: another thread may come between reading and writing.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class ElementHandles {
    static final MethodHandle GET = MethodHandles.arrayElementGetter(int[].class);
    static final MethodHandle SET = MethodHandles.arrayElementSetter(int[].class);
    final int[] cells = new int[1];

    void work() {
        try {
            SET.invokeExact(cells, 0, (int) GET.invokeExact(cells, 0) + 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ElementHandles object = new ElementHandles();
        Thread other = new Thread(object::work);
        other.start();
        object.work();
        other.join();
        System.out.println(object.cells[0]);
    }
}
