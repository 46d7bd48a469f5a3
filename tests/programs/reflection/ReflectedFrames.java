import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** What stack traces show of calls by reflection, which differs between versions of the library. */
public class ReflectedFrames {
    static class Thrower {
        Thrower() {
            throw new IllegalStateException("made");
        }

        Thrower(int number) {
            new Throwable("constructor " + number).printStackTrace(System.out);
        }

        static void fail() {
            throw new IllegalStateException("called");
        }

        int through(int depth, String text) throws Exception {
            if (depth == 0) {
                new Throwable(text).printStackTrace(System.out);
                return 0;
            }
            Method method = Thrower.class.getDeclaredMethod("through", int.class, String.class);
            return 1 + (Integer) method.invoke(this, depth - 1, text);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 2; i++) {
            try {
                Thrower.class.getDeclaredMethod("fail").invoke(null);
            } catch (InvocationTargetException e) {
                e.printStackTrace(System.out);
            }
        }
        Constructor<Thrower> bare = Thrower.class.getDeclaredConstructor();
        try {
            bare.newInstance();
        } catch (InvocationTargetException e) {
            e.printStackTrace(System.out);
        }
        Thrower thrower = Thrower.class.getDeclaredConstructor(int.class).newInstance(7);
        System.out.println(thrower.through(2, "deep"));
        Runnable proxy = (Runnable) Proxy.newProxyInstance(ReflectedFrames.class.getClassLoader(), new Class<?>[] {Runnable.class}, (self, method, arguments) -> {
            method.invoke((Runnable) () -> new Throwable("behind a proxy").printStackTrace(System.out), arguments);
            return null;
        });
        proxy.run();
        try {
            Thrower.class.getDeclaredMethod("fail").invoke(null, 3);
        } catch (IllegalArgumentException e) {
            e.printStackTrace(System.out);
        }
        try {
            Thrower.class.getDeclaredMethod("through", int.class, String.class).invoke("no thrower", 1, "x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }
}
