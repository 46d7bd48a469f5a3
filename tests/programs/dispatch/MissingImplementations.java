import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Classes that do not implement what they should, since a method has another name by the time they are loaded. */
public class MissingImplementations {
    public abstract static class Shape {
        public abstract int missing(String text, int[] numbers);

        public abstract int other();
    }

    public interface Sized {
        long missing(Object of);
    }

    public static class Square extends Shape implements Sized {
        public int missing(String text, int[] numbers) {
            return 1;
        }

        public int other() {
            return 2;
        }

        public long missing(Object of) {
            return 3;
        }
    }

    public static class Small extends Square {
    }

    static class Renames extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.endsWith("Square") && !name.endsWith("Small")) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) return loaded;
            try (InputStream file = MissingImplementations.class.getResourceAsStream(name + ".class")) {
                String text = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1).replace("missing", "existed");
                byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static void told(String what, Supplier<Object> call) {
        for (int round = 0; round < 2; round++) {
            try {
                System.out.println(what + " " + call.get());
            } catch (AbstractMethodError e) {
                System.out.println(what + " " + e.getMessage());
            }
        }
    }

    static Object reflected(Class<?> type, String name, Object on, Object argument, Class<?>... parameters) {
        Object[] arguments = parameters.length == 0 ? new Object[0] : parameters.length == 1 ? new Object[] {argument} : new Object[] {argument, null};
        try {
            return type.getMethod(name, parameters).invoke(on, arguments);
        } catch (InvocationTargetException e) {
            return e + " " + e.getCause();
        } catch (ReflectiveOperationException e) {
            return e;
        }
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"Square", "Small"}) {
            Object made = new Renames().loadClass("MissingImplementations$" + name).getConstructor().newInstance();
            Shape shape = (Shape) made;
            Sized sized = (Sized) made;
            told("class", () -> shape.missing("", null));
            told("interface", () -> sized.missing(""));
            told("there", shape::other);
            System.out.println(reflected(Shape.class, "missing", made, "", String.class, int[].class));
            System.out.println(reflected(Shape.class, "other", made, null));
            System.out.println(reflected(Sized.class, "missing", made, "", Object.class));
        }
    }
}
