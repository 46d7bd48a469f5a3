//@ check:
//@ expect: holds
//@ end-states: 1
// Loaders and what they define belong to the path: each of three paths defines its own class under the same name, by a
// loader that exists before the choice, and makes a proxy after it.
import hazard.Nondet;
import java.lang.reflect.Proxy;
import java.util.function.IntSupplier;

public class LoadersApart {
    public static class One implements IntSupplier { public int getAsInt() { return 1; } }
    public static class Two implements IntSupplier { public int getAsInt() { return 2; } }

    static class Loader extends ClassLoader {
        Loader() { super(LoadersApart.class.getClassLoader()); }
        IntSupplier make(String name) throws Exception {
            byte[] bytes = LoadersApart.class.getResourceAsStream(name + ".class").readAllBytes();
            // Both are known by one name of the same length.
            String text = new String(bytes, "ISO-8859-1").replace("LoadersApart$One", "LoadersApart$New");
            text = text.replace("LoadersApart$Two", "LoadersApart$New");
            byte[] renamed = text.getBytes("ISO-8859-1");
            Class<?> made = defineClass(null, renamed, 0, renamed.length);
            assert made.getClassLoader() == this && made.getName().equals("LoadersApart$New");
            try {
                defineClass(null, renamed, 0, renamed.length);
                assert false;
            } catch (LinkageError twice) {
                // as it should
            }
            return (IntSupplier) made.getDeclaredConstructor().newInstance();
        }
    }

    public static void main(String[] args) throws Exception {
        Loader loader = new Loader();
        int choice = Nondet.choose(1, 3);
        IntSupplier made = loader.make("LoadersApart$" + (choice == 1 ? "One" : "Two"));
        Nondet.bool();
        assert made.getAsInt() == Math.min(choice, 2);
        Runnable proxy = (Runnable) Proxy.newProxyInstance(LoadersApart.class.getClassLoader(),
            new Class<?>[] {Runnable.class}, (self, method, arguments) -> null);
        Nondet.bool();
        proxy.run();
        assert made.getClass().getClassLoader() == loader;
    }
}
