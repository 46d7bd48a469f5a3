//@ check:
//@ expect: holds
//@ outputs: 1 | 2
// Whoever has the library's unsafe accessor reads and writes memory himself.

import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class UnsafeElement {
    static final Unsafe UNSAFE;
    final int[] cells = new int[1];

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    void work() {
        try {
            long offset = UNSAFE.arrayBaseOffset(int[].class);
            UNSAFE.putInt(cells, offset, UNSAFE.getInt(cells, offset) + 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        UnsafeElement object = new UnsafeElement();
        Thread other = new Thread(object::work);
        other.start();
        object.work();
        other.join();
        System.out.println(object.cells[0]);
    }
}
