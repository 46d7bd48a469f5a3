import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Classes that the program itself writes into its class path are found there, and those that are nowhere say so as the loader does. */
public class WrittenClasses {
    public static class Spare {
        public String toString() {
            return "written as " + getClass().getName();
        }
    }

    public static class Holds implements Runnable {
        public void run() {
            System.out.println(new Spare());
        }
    }

    static byte[] renamed(String name, String... pairs) throws Exception {
        try (InputStream in = WrittenClasses.class.getResourceAsStream("WrittenClasses$" + name + ".class")) {
            String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            for (int i = 0; i < pairs.length; i += 2) {
                text = text.replace("WrittenClasses$" + pairs[i], "WrittenClasses$" + pairs[i + 1]);
            }
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    static void show(String name) {
        try {
            System.out.println(Class.forName(name).getDeclaredConstructor().newInstance());
        } catch (Exception e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(WrittenClasses.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path file = folder.resolve("WrittenClasses$Spark.class");
        show("WrittenClasses$Spark");
        Files.write(file, renamed("Spare", "Spare", "Spark"));
        show("WrittenClasses$Spark");
        Files.delete(file);
        show("WrittenClasses$Spark");
        show("WrittenClasses$Spade");

        Path holder = folder.resolve("WrittenClasses$Hulks.class");
        Files.write(holder, renamed("Holds", "Holds", "Hulks", "Spare", "Spawn"));
        Runnable holds = (Runnable) Class.forName("WrittenClasses$Hulks").getDeclaredConstructor().newInstance();
        Files.delete(holder);
        try {
            holds.run();
        } catch (NoClassDefFoundError e) {
            System.out.println(e + ", caused by " + e.getCause());
            for (StackTraceElement frame : e.getCause().getStackTrace()) {
                System.out.println("  " + frame.getClassName() + "." + frame.getMethodName());
            }
        }
        try {
            Class.forName("nowhere.Nothing");
        } catch (ClassNotFoundException e) {
            for (StackTraceElement frame : e.getStackTrace()) {
                System.out.println("  " + frame.getClassName() + "." + frame.getMethodName());
            }
        }
    }
}
