import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/** The classes on the stack as a security manager sees them, called directly, by reflection and by a handle. */
public class ClassContext {
    @SuppressWarnings("removal")
    static class Peek extends SecurityManager {
        String[] names() {
            return Arrays.stream(getClassContext()).map(Class::getSimpleName).toArray(String[]::new);
        }
    }

    static class Inner {
        static String ask() {
            return String.join(" ", new Peek().names());
        }
    }

    public static void main(String[] args) throws Throwable {
        System.out.println(Inner.ask());
        System.out.println(Inner.class.getDeclaredMethod("ask").invoke(null));
        var handle = MethodHandles.lookup().findStatic(Inner.class, "ask", MethodType.methodType(String.class));
        System.out.println((String) handle.invokeExact());
    }
}
