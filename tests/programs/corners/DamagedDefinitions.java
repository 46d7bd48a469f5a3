/** What is said of bytes that are no class file, and of a class that is defined twice. */
public class DamagedDefinitions {
    static class Definer extends ClassLoader {
        Definer() {
            super("mine", DamagedDefinitions.class.getClassLoader());
        }

        Class<?> define(String name, byte[] bytes, int length) {
            return defineClass(name, bytes, 0, length);
        }
    }

    public static class Toy {}

    public static void main(String[] args) throws Exception {
        byte[] bytes = DamagedDefinitions.class.getResourceAsStream("DamagedDefinitions$Toy.class").readAllBytes();
        Definer definer = new Definer();
        attempt(() -> definer.define(null, new byte[100], 100));
        attempt(() -> definer.define("a.B", new byte[] {1, 2, 3, 4, 5}, 5));
        attempt(() -> definer.define(null, bytes, 20));
        attempt(() -> definer.define(null, bytes, 0));
        attempt(() -> definer.define("Other", bytes, bytes.length));
        attempt(() -> definer.define("DamagedDefinitions$Toy", bytes, bytes.length));
        attempt(() -> definer.define("DamagedDefinitions$Toy", bytes, bytes.length));
    }

    private static void attempt(java.util.concurrent.Callable<Class<?>> action) {
        try {
            System.out.println(action.call());
        } catch (Throwable e) {
            System.out.println(e.toString().replaceAll("@[0-9a-f]+", "@"));
        }
    }
}
