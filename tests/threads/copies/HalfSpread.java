//@ outputs: ab | ay | xb | xy
//@ expect: holds
// Arguments of a handle that are spread from a shared array are read one by one.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class HalfSpread {
    static final Object[] TEXT = {"a", "b"};

    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(String.class, String.class);
        MethodHandle concat = MethodHandles.lookup().findVirtual(String.class, "concat", type);
        Thread other = new Thread(() -> {
            TEXT[0] = "x";
            TEXT[1] = "y";
        });
        other.start();
        Object text = concat.invokeWithArguments(TEXT);
        other.join();
        System.out.println(text);
    }
}
