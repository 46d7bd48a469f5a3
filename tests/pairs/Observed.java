// What HotSpot shows of programs that `Threads` wrote: `java Observed.java FOLDER ROUNDS CLASS…` runs each so often, in a loader of its own, and
// prints what came out, with the name in front. Runs that do not end within a moment are stuck, and print nothing.

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

public class Observed {
    static final long LIMIT_MILLIS = 3_000;

    public static void main(String[] args) throws Exception {
        PrintStream answers = System.out;
        URL[] path = {Path.of(args[0]).toUri().toURL()};
        for (int at = 2; at < args.length; at++) {
            String name = args[at];
            Set<String> seen = new TreeSet<>();
            for (int round = 0; round < Integer.parseInt(args[1]); round++) {
                ByteArrayOutputStream printed = new ByteArrayOutputStream();
                System.setOut(new PrintStream(printed, true));
                // What programs leave behind in the library.
                System.clearProperty("an.example");
                java.util.logging.Logger.getLogger("an.example").setLevel(null);
                Class<?> program = new URLClassLoader(path, ClassLoader.getPlatformClassLoader()).loadClass(name);
                Thread main = new Thread(() -> {
                    try {
                        program.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                });
                main.setDaemon(true);
                main.start();
                main.join(LIMIT_MILLIS);
                if (main.isAlive()) break;
                seen.add(printed.toString().trim());
            }
            seen.forEach(outcome -> answers.println(name + "\t" + outcome));
        }
        answers.flush();
        // Threads that are stuck are left behind.
        Runtime.getRuntime().halt(0);
    }
}
