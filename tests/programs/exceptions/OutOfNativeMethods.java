import java.lang.reflect.Array;

/** Stack traces of exceptions that native methods throw begin in those methods. */
public class OutOfNativeMethods {
    interface Action { void run() throws Throwable; }

    static class NotCloneable {
        Object copy() throws CloneNotSupportedException { return clone(); }
    }

    static native int missing(int argument);

    static void show(Action action) {
        try {
            action.run();
            System.out.println("nothing thrown");
        } catch (Throwable thrown) {
            System.out.println(thrown);
            StackTraceElement top = thrown.getStackTrace()[0];
            System.out.println("  " + top + " " + top.isNativeMethod() + " " + top.getLineNumber());
            System.out.println("  " + thrown.getStackTrace()[1].getMethodName());
        }
    }

    public static void main(String[] args) {
        show(() -> System.arraycopy(new int[1], 0, new int[1], 0, 5));
        show(() -> System.arraycopy(new int[1], 0, new long[1], 0, 1));
        show(() -> new NotCloneable().copy());
        show(() -> new Object().notify());
        show(() -> missing(3));
        show(() -> Array.getByte(new int[] {1}, 0));
        show(() -> Array.getInt(new Object[] {1}, 0));
        show(() -> Array.get(new int[1], 3));
        show(() -> Array.newInstance(void.class, 1));
        show(() -> Array.set(new String[1], 0, 5));
    }
}
