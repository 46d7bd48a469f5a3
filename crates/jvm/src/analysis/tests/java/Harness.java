import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.PrintStream;

/** Defines and links each class of a file (count, then length and bytes of each) and prints what became of it. */
public class Harness {
    static class Loader extends ClassLoader {
        Loader() {
            super(Harness.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] arguments) throws Exception {
        DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(arguments[0])));
        PrintStream out = new PrintStream(arguments[1]);
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            String result = "OK";
            try {
                Class<?> defined = new Loader().define(bytes);
                Class.forName(defined.getName(), true, defined.getClassLoader());
            } catch (Throwable problem) {
                result = problem.getClass().getSimpleName();
            }
            out.println(result);
        }
        out.close();
    }
}
