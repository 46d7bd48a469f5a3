import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.Function;

/** What a caller-sensitive method takes for its caller behind handles and lambdas; natives on a walked stack; ranks of arrays. */
public class WhoCalls {
    interface Finds {
        Class<?> find(String name) throws ClassNotFoundException;
    }

    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(Class.class, String.class);
        MethodHandle handle = MethodHandles.lookup().findStatic(Class.class, "forName", type);
        System.out.println((Class<?>) handle.invoke("WhoCalls"));
        System.out.println(handle.bindTo("WhoCalls").invoke());
        System.out.println(handle.invokeWithArguments("WhoCalls"));
        System.out.println(handle.invokeWithArguments(Arrays.asList("WhoCalls$Finds")));
        Finds finds = Class::forName;
        System.out.println(finds.find("WhoCalls"));
        System.out.println(Class.class.getMethod("forName", String.class).invoke(null, "WhoCalls"));

        Function<Integer, Boolean> walks = batch -> WhoCalls.class.getName().equals(StackWalker
            .getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getName());
        System.out.println(walks.apply(1));

        Object deep = Array.newInstance(int.class, new int[255]);
        System.out.println(deep.getClass().getName().length());
        refused(() -> Array.newInstance(deep.getClass(), 1));
        refused(() -> Array.newInstance(deep.getClass(), 1, 1));
        refused(() -> Array.newInstance(int.class, new int[256]));
        refused(() -> Array.newInstance(int.class, new int[0]));
        refused(() -> Array.newInstance(void.class, 1, 1));
        refused(() -> Array.newInstance(void.class, 1));
        refused(() -> Array.newInstance(int.class, -3));
    }

    static void refused(Runnable made) {
        try {
            made.run();
            System.out.println("made");
        } catch (RuntimeException refusal) {
            System.out.println(refusal);
        }
    }
}
