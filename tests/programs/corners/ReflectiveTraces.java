import java.lang.reflect.InvocationTargetException;

/** Frames of reflection and of the library in stack traces, with modules and their versions; names of loaders. */
public class ReflectiveTraces {
    static class Own extends ClassLoader {
        Own() {
            super("mine", null);
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    public static class Fails {
        public static void fail() {
            throw new IllegalStateException("as wanted");
        }

        public Fails() {
            fail();
        }
    }

    static void call(Class<?> type) throws Exception {
        try {
            type.getMethod("fail").invoke(null);
        } catch (InvocationTargetException e) {
            e.printStackTrace(System.out);
        }
        try {
            type.getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace(System.out);
        }
    }

    public static void main(String[] args) throws Exception {
        call(Fails.class);
        byte[] bytes = Fails.class.getResourceAsStream("ReflectiveTraces$Fails.class").readAllBytes();
        call(new Own().define(bytes));
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException e) {
            StackTraceElement top = e.getStackTrace()[0];
            String version = Integer.class.getModule().getDescriptor().toNameAndVersion();
            System.out.println((top.getModuleName() + "@" + top.getModuleVersion()).equals(version));
        }
    }
}
