import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.ToolProvider;

/** A module that is compiled, found, resolved and put into a layer of its own, with its services. */
public class ModuleLayers {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("modules");
        Path sources = folder.resolve("src");
        Files.createDirectories(sources.resolve("p/q"));
        Files.writeString(sources.resolve("module-info.java"), "module my.mod { exports p; uses Runnable; provides Runnable with p.q.R; }");
        Files.writeString(sources.resolve("p/A.java"), "package p; public class A { public static String where() { return A.class.getModule().toString(); } }");
        Files.writeString(sources.resolve("p/q/R.java"), "package p.q; public class R implements Runnable { public void run() { System.out.println(\"runs in \" + getClass().getModule().getName()); } }");
        Path classes = folder.resolve("out");
        System.out.println(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), sources.resolve("module-info.java").toString(),
            sources.resolve("p/A.java").toString(), sources.resolve("p/q/R.java").toString()));
        ModuleFinder finder = ModuleFinder.of(classes);
        ModuleReference reference = finder.find("my.mod").get();
        ModuleDescriptor descriptor = reference.descriptor();
        System.out.println(descriptor.exports() + " " + descriptor.provides() + " " + new TreeSet<>(descriptor.packages()));
        Configuration configuration = ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), Set.of("my.mod"));
        ModuleLayer layer = ModuleLayer.boot().defineModulesWithOneLoader(configuration, ClassLoader.getSystemClassLoader());
        Class<?> a = layer.findLoader("my.mod").loadClass("p.A");
        System.out.println(a.getMethod("where").invoke(null) + " " + a.getModule().getLayer().modules() + " " + a.getModule().isExported("p.q"));
        for (Runnable service : ServiceLoader.load(layer, Runnable.class)) {
            service.run();
        }
        try {
            layer.findLoader("my.mod").loadClass("p.q.R").getConstructor().newInstance();
            System.out.println("accessible");
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        try {
            Configuration.empty().resolve(finder, ModuleFinder.of(), Set.of("none"));
        } catch (FindException e) {
            System.out.println(e.getMessage());
        }
        try (ModuleReader reader = reference.open()) {
            System.out.println(reader.list().sorted().toList());
        }
    }
}
