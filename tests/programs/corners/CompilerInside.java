import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** javac, run by the program: its complaints come from its own resource bundle, in a module of another loader. */
public class CompilerInside {
    static JavaFileObject source(String name, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return text;
            }
        };
    }

    public static void main(String[] args) throws Exception {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        Path folder = Files.createTempDirectory("compiled");
        List<String> options = List.of("-proc:none", "-d", folder.toString());
        var wrong = List.of(source("Wrong", "class Wrong { int x = \"s\"; }"));
        System.out.println(ToolProvider.getSystemJavaCompiler().getTask(null, null, found, options, null, wrong).call());
        for (Diagnostic<?> one : found.getDiagnostics()) System.out.println(one.getCode() + ": " + one.getMessage(Locale.ENGLISH));
        System.out.println(Class.forName("com.sun.tools.javac.Main").getClassLoader() == ClassLoader.getSystemClassLoader());
        System.out.println(java.sql.Date.class.getClassLoader() == ClassLoader.getPlatformClassLoader());
    }
}
