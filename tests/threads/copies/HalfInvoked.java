//@ expect: assertion
// The arguments of a reflective call are read one after the other.
import java.lang.reflect.Method;

public class HalfInvoked {
    static final Object[] SHARED = {"old", "old"};

    static boolean isMixed(Object first, Object second) {
        return first.equals("old") && second.equals("new");
    }

    public static void main(String[] args) throws Exception {
        Method method = HalfInvoked.class.getDeclaredMethod("isMixed", Object.class, Object.class);
        new Thread(() -> {
            SHARED[0] = "new";
            SHARED[1] = "new";
        }).start();
        assert !(boolean) method.invoke(null, SHARED) : "the second write was seen, and the first was not";
    }
}
