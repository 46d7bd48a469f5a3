import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** A hidden copy of a member is no member; a proxy of the boot loader's is in a module of its own. */
public class HiddenMembers {
    static class Member {}

    public static void main(String[] args) throws Exception {
        byte[] bytes = HiddenMembers.class.getResourceAsStream("HiddenMembers$Member.class").readAllBytes();
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        try {
            System.out.println(hidden.getSimpleName());
        } catch (IncompatibleClassChangeError e) {
            System.out.println(e.getMessage().replaceAll("0x[0-9a-f]+", "0x"));
        }
        InvocationHandler handler = (proxy, method, values) -> {
            System.out.println(new Throwable().getStackTrace()[1]);
            return null;
        };
        Runnable first = (Runnable) Proxy.newProxyInstance(null, new Class<?>[] {Runnable.class}, handler);
        Runnable second = (Runnable) Proxy.newProxyInstance(HiddenMembers.class.getClassLoader(), new Class<?>[] {Runnable.class}, handler);
        System.out.println(first.getClass().getModule() + " " + second.getClass().getModule());
        first.run();
        second.run();
    }
}
