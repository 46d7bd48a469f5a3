// Compiles and runs batches of programs in one warm process, since a fresh javac takes longer than all else together.
// Each line of standard input names a folder: its sources are compiled into it, `Driver.main` is called by a loader of its own,
// what it prints goes to the file `hotspot` there, and one line is answered: `ok`, or `javac` with the complaints in `errors`.

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public class Oracle {
    /** A batch takes seconds, on a machine that has nothing else to do. */
    static final long LIMIT_MILLIS = 1_200_000;

    public static void main(String[] args) throws Exception {
        PrintStream answers = System.out;
        BufferedReader folders = new BufferedReader(new InputStreamReader(System.in));
        System.setErr(new PrintStream(PrintStream.nullOutputStream()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        // One for all batches: it knows where the library's classes are.
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        for (String line; (line = folders.readLine()) != null; ) {
            Path folder = Path.of(line);
            StringWriter errors = new StringWriter();
            List<File> sources = new ArrayList<>();
            for (File file : folder.toFile().listFiles()) if (file.getName().endsWith(".java")) sources.add(file);
            List<String> options = List.of("-nowarn", "-Xlint:none", "-Xmaxerrs", "100000", "-proc:none", "-d", line, "-cp", line);
            boolean compiled = compiler.getTask(errors, files, null, options, null, files.getJavaFileObjectsFromFiles(sources)).call();
            if (compiled) run(folder);
            else Files.writeString(folder.resolve("errors"), errors.toString());
            answers.println(compiled ? "ok" : "javac");
            answers.flush();
        }
        // Threads that programs left behind are no reason to stay.
        Runtime.getRuntime().halt(0);
    }

    private static void run(Path folder) throws Exception {
        try (PrintStream out = new PrintStream(Files.newOutputStream(folder.resolve("hotspot")), true, StandardCharsets.UTF_8);
                URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.setDefaultAssertionStatus(true);
            System.setOut(out);
            Thread main = new Thread(() -> {
                try {
                    loader.loadClass("Driver").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                } catch (Throwable e) {
                    out.println("Driver " + e);
                }
            }, "main");
            main.setContextClassLoader(loader);
            main.setDaemon(true);
            main.start();
            main.join(LIMIT_MILLIS);
        }
    }
}
