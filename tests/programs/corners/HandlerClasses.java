import java.util.ArrayList;
import java.util.List;

/** The class that a handler catches is found by a loader written in Java, while the exception is on its way. */
public class HandlerClasses {
    public static class Worker {
        public static String divide(int by) {
            try {
                return "got " + 7 / by;
            } catch (ArithmeticException e) {
                return "caught " + e.getMessage();
            } finally {
                HandlerClasses.log.add("left");
            }
        }

        public static String nested(Object o) {
            try {
                try {
                    return (String) o;
                } catch (IllegalStateException | ArrayStoreException e) {
                    return "wrong";
                }
            } catch (ClassCastException e) {
                return "cast";
            }
        }
    }

    public static final List<String> log = new ArrayList<>();

    static class Own extends ClassLoader {
        Own() {
            super(HandlerClasses.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            log.add(name);
            if (!name.equals("HandlerClasses$Worker")) return super.loadClass(name, resolve);
            try {
                byte[] bytes = HandlerClasses.class.getResourceAsStream("HandlerClasses$Worker.class").readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> worker = new Own().loadClass("HandlerClasses$Worker");
        System.out.println(worker.getMethod("divide", int.class).invoke(null, 0));
        System.out.println(worker.getMethod("divide", int.class).invoke(null, 2));
        System.out.println(worker.getMethod("nested", Object.class).invoke(null, 5));
        System.out.println(worker.getMethod("nested", Object.class).invoke(null, "text"));
        System.out.println(log.contains("java.lang.ArithmeticException") + " " + log.contains("java.lang.ClassCastException"));
    }
}
