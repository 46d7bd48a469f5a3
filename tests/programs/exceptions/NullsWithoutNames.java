import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/** What messages call variables where class files have no names of them: parameters, as long as HotSpot has seen no assignment on its way. */
public class NullsWithoutNames {
    static class Unnamed implements IntConsumer {
        static void loop(String s) {
            while (true) {
                System.out.println(s.length());
                s = null;
            }
        }

        static void caught(String s) {
            try {
                s = null;
                Integer.parseInt("x");
            } catch (NumberFormatException e) {
                s.length();
            }
        }

        static void backwards(int n, String s) {
            for (int i = 0; ; i++) {
                if (i == n) {
                    s.length();
                    return;
                }
                if (i == 1) s = null;
            }
        }

        static void twoWays(boolean b, String s) {
            if (b) s = null;
            s.length();
        }

        static void inner(String s, String t) {
            do {
                if (s == null) s.length();
                s = t;
            } while (true);
        }

        static void nested(String s) {
            try {
                try {
                    s = null;
                    throw new RuntimeException();
                } finally {
                    System.out.println("finally");
                }
            } catch (RuntimeException e) {
                s.length();
            }
        }

        @Override
        public void accept(int which) {
            switch (which) {
                case 0 -> loop("ab");
                case 1 -> caught("a");
                case 2 -> backwards(3, "x");
                case 3 -> twoWays(true, "x");
                case 4 -> inner("", null);
                default -> nested("");
            }
        }
    }

    static class Renames extends ClassLoader {
        Class<?> define(String name, String old, String other) throws Exception {
            byte[] bytes;
            try (InputStream file = NullsWithoutNames.class.getResourceAsStream(name + ".class")) {
                bytes = file.readAllBytes();
            }
            String text = new String(bytes, StandardCharsets.ISO_8859_1).replace(old, other);
            return defineClass(name, text.getBytes(StandardCharsets.ISO_8859_1), 0, bytes.length);
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> unnamed = new Renames().define("NullsWithoutNames$Unnamed", "LocalVariableTable", "SomethingElsesName");
        var constructor = unnamed.getDeclaredConstructor();
        constructor.setAccessible(true);
        IntConsumer all = (IntConsumer) constructor.newInstance();
        for (int which = 0; which < 6; which++) {
            try {
                all.accept(which);
            } catch (NullPointerException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
