//@ exit: 1
//@ throws: java.lang.reflect.InvocationTargetException
public class UncaughtInvocationTarget {
    public static void boom() { System.out.println("booming"); throw new IllegalStateException("inside"); }
    public static void main(String[] args) throws Exception {
        UncaughtInvocationTarget.class.getMethod("boom").invoke(null);
    }
}
