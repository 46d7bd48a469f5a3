// Runs the programs of tests/threads on a plain JVM, many times each, and compares with their headers: a program that is
// said to hold must end, without an uncaught throwable, with one of its stated outputs; a program with a bug may show that
// bug and no other. A plain JVM meets few schedules, so that silence proves nothing: this finds wrong headers, not bugs.
// Every run gets its own class loader, hence fresh statics, and its own thread group, by which its end is seen.
//
//   javac -g -d CLASSES tests/threads/*/*.java
//   java tests/tools/ThreadsOnHotSpot.java CLASSES tests/threads RUNS [NAME…]      (-Dpatience=MS before giving up on a run)

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class ThreadsOnHotSpot {
    private static final PrintStream CONSOLE = System.out;
    private static final long PATIENCE_MS = Long.getLong("patience", 3000);

    private final Set<String> seen = new ConcurrentSkipListSet<>();

    public static void main(String[] args) throws Exception {
        URL classes = Path.of(args[0]).toUri().toURL();
        int runs = Integer.parseInt(args[2]);
        Set<String> only = Set.of(Arrays.copyOfRange(args, 3, args.length));
        List<Path> programs;
        try (Stream<Path> files = Files.walk(Path.of(args[1]))) {
            programs = files.filter(file -> file.toString().endsWith(".java")).sorted().collect(Collectors.toList());
        }
        int wrong = 0;
        for (Path program : programs) {
            String name = program.getFileName().toString().replace(".java", "");
            if (only.isEmpty() || only.contains(name)) {
                wrong += judge(program, name, classes, runs) ? 0 : 1;
            }
        }
        CONSOLE.println(wrong + " of " + programs.size() + " contradict their header");
        Runtime.getRuntime().halt(wrong == 0 ? 0 : 1);
    }

    private static boolean judge(Path program, String name, URL classes, int runs) throws Exception {
        List<String> lines = Files.readAllLines(program);
        String source = String.join("\n", lines);
        String expected = header(lines, "expect");
        // What concerns the virtual machine as a whole cannot be seen from inside it: its end, its count of threads. Endless
        // programs and spurious wake-ups are beyond a plain run.
        boolean needsOwnMachine = Stream.of("System.exit", "addShutdownHook", "Thread-0").anyMatch(source::contains);
        if (needsOwnMachine || expected == null || program.toString().contains("/limits/") || source.contains("--spurious")) {
            return true;
        }
        String listed = header(lines, "outputs");
        Set<String> outputs = listed == null ? null : Arrays.stream(listed.split("\\|", -1))
                .map(output -> output.trim().replace("\\n", "\n")).collect(Collectors.toCollection(TreeSet::new));
        String[] arguments = header(lines, "args") == null || header(lines, "args").isEmpty()
                ? new String[0] : header(lines, "args").split(" +");
        TreeMap<String, Integer> met = new TreeMap<>();
        Set<String> unmet = outputs == null ? new TreeSet<>() : new TreeSet<>(outputs);
        for (int run = 0; run < runs && met.getOrDefault("deadlock", 0) == 0; run++) {
            ThreadsOnHotSpot once = new ThreadsOnHotSpot();
            String output = once.run(name, classes, arguments);
            if (once.seen.isEmpty() && outputs != null && !outputs.contains(output)) {
                once.seen.add("output '" + output + "'");
            }
            unmet.remove(output);
            once.seen.forEach(kind -> met.merge(kind, 1, Integer::sum));
        }
        boolean right = met.keySet().stream().allMatch(kind -> kind.equals(expected));
        if (!right || !expected.equals("holds")) {
            CONSOLE.println((right ? "ok    " : "WRONG ") + name + ": expected " + expected + ", met " + met);
        }
        if (!unmet.isEmpty()) {
            CONSOLE.println("      " + name + ": outputs not met " + unmet);
        }
        return right;
    }

    private static String header(List<String> lines, String key) {
        return lines.stream().filter(line -> line.startsWith("//@ " + key + ":"))
                .map(line -> line.substring(key.length() + 5).trim()).findFirst().orElse(null);
    }

    private String run(String name, URL classes, String[] arguments) throws Exception {
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured, true));
        Thread.setDefaultUncaughtExceptionHandler((thread, throwable) -> note(throwable));
        URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null) {
            @Override
            protected Class<?> findClass(String wanted) throws ClassNotFoundException {
                return super.findClass(wanted);
            }
        };
        loader.setDefaultAssertionStatus(true);
        ThreadGroup group = new ThreadGroup(name);
        Thread main = new Thread(group, () -> {
            try {
                loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) arguments);
            } catch (java.lang.reflect.InvocationTargetException e) {
                note(e.getCause());
            } catch (ReflectiveOperationException e) {
                seen.add("harness: " + e);
            }
        }, "main");
        main.start();
        long deadline = System.currentTimeMillis() + PATIENCE_MS;
        while (alive(group, false) && System.currentTimeMillis() < deadline) {
            Thread.sleep(0, 100_000);
        }
        if (alive(group, false)) {
            seen.add("deadlock");
        }
        long grace = System.currentTimeMillis() + 20;
        while (alive(group, true) && System.currentTimeMillis() < grace) {
            Thread.sleep(1);
        }
        return captured.toString().stripTrailing();
    }

    private void note(Throwable throwable) {
        seen.add(throwable instanceof AssertionError ? "assertion" : "exception");
    }

    private static boolean alive(ThreadGroup group, boolean daemonsToo) {
        Thread[] threads = new Thread[64];
        int count = group.enumerate(threads, true);
        return Arrays.stream(threads, 0, count).anyMatch(thread -> daemonsToo || !thread.isDaemon());
    }
}
