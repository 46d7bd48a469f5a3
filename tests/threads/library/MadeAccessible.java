//@ outputs: - | called | refused
//@ expect: holds
// A method that threads share is made accessible by one of them: whoever calls it may be too early.
import java.lang.reflect.Method;

class Closed {
    private static void hidden() {
    }
}

public class MadeAccessible {
    static volatile boolean begun;

    public static void main(String[] args) throws Exception {
        Method method = Closed.class.getDeclaredMethod("hidden");
        Thread other = new Thread(() -> {
            begun = true;
            method.setAccessible(true);
        });
        other.start();
        String seen = "-";
        if (begun) {
            try {
                method.invoke(null);
                seen = "called";
            } catch (IllegalAccessException refused) {
                seen = "refused";
            }
        }
        other.join();
        System.out.println(seen);
    }
}
