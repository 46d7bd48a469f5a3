//@ check:
//@ expect: holds
//@ outputs: 1 | 2
// A field read and written through its mirror is read and written in two steps.

import java.lang.reflect.Field;

public class FieldMirror {
    int count;

    void work() {
        try {
            Field field = FieldMirror.class.getDeclaredField("count");
            field.setInt(this, field.getInt(this) + 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        FieldMirror object = new FieldMirror();
        Thread other = new Thread(object::work);
        other.start();
        object.work();
        other.join();
        System.out.println(object.count);
    }
}
