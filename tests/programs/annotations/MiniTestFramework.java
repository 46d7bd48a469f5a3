import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;
public class MiniTestFramework {
    @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.METHOD) @interface Test { Class<? extends Throwable> expected() default None.class; int order() default 0; class None extends Throwable { } }
    @Retention(RetentionPolicy.RUNTIME) @interface Before { }
    @Retention(RetentionPolicy.RUNTIME) @interface Ignore { String value() default "because"; }
    static class Sample { int setup; @Before void init() { setup++; } @Test(order = 2) void passes() { if (setup != 1) throw new AssertionError("setup " + setup); } @Test(order = 1) void fails() { throw new AssertionError("wanted"); } @Test(expected = ArithmeticException.class, order = 3) void throwsIt() { int z = setup - 1; System.out.println(1 / z); } @Test(expected = NullPointerException.class, order = 4) void wrongKind() { throw new IllegalStateException("other"); } @Test(order = 5) @Ignore void ignored() { } @Test(expected = Exception.class, order = 6) void noThrow() { } void helper() { } @Test(order = 7) private void priv() { } }
    public static void main(String[] args) throws Exception {
        List<Method> ms = new ArrayList<>();
        Method before = null;
        for (Method m : Sample.class.getDeclaredMethods()) { if (m.isAnnotationPresent(Test.class)) ms.add(m); if (m.isAnnotationPresent(Before.class)) before = m; }
        ms.sort(Comparator.comparingInt(m -> m.getAnnotation(Test.class).order()));
        int pass = 0;
        for (Method m : ms) {
            if (m.isAnnotationPresent(Ignore.class)) { System.out.println(m.getName() + " ignored " + m.getAnnotation(Ignore.class).value()); continue; }
            Object o = Sample.class.getDeclaredConstructor().newInstance();
            Class<? extends Throwable> want = m.getAnnotation(Test.class).expected();
            String res;
            try { before.invoke(o); m.setAccessible(true); m.invoke(o); res = want == Test.None.class ? "ok" : "expected " + want.getSimpleName(); }
            catch (InvocationTargetException e) { res = want.isInstance(e.getCause()) ? "ok" : "failed: " + e.getCause(); }
            if (res.equals("ok")) pass++;
            System.out.println(m.getName() + " " + res);
        }
        System.out.println(pass + "/" + ms.size());
    }
}
