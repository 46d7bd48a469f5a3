// Classes that are not there, by every way to ask: which exception, which message, which cause.
import java.net.*;

public class MissingClasses {
    static class Nothing extends ClassLoader { @Override public Class<?> loadClass(String name) throws ClassNotFoundException { return name.startsWith("java.") ? super.loadClass(name) : null; } }
    static class Other extends ClassLoader { @Override public Class<?> loadClass(String name) throws ClassNotFoundException { return name.startsWith("java.") ? super.loadClass(name) : String.class; } }
    static class Angry extends ClassLoader { @Override protected Class<?> findClass(String name) { throw new IllegalStateException("no " + name); } }
    static class Locked extends ClassLoader { @Override public synchronized Class<?> loadClass(String name) throws ClassNotFoundException { throw new ClassNotFoundException("locked " + name); } }
    static void ask(String what, String name, boolean init, ClassLoader loader) {
        try { System.out.println(what + " " + Class.forName(name, init, loader)); }
        catch (Throwable t) { System.out.println(what + " " + t.getClass().getName() + ": " + t.getMessage() + " / " + (t.getCause() == null ? null : t.getCause().getClass())); }
    }
    public static void main(String[] args) throws Exception {
        ClassLoader own = MissingClasses.class.getClassLoader(), urls = new URLClassLoader(new URL[0]);
        String[] names = {"no.Such", "[Lno.Such;", "[[Lno.Such;", "[I", "[[J", "[Ljava.lang.String;", "int", "", "java/lang/String", "[Q", "[L;", "no.", "[Ljava.lang.String", "java.lang.String[]", "[V"};
        for (String name : names) { ask("own", name, true, own); ask("urls", name, false, urls); ask("null", name, true, null); }
        ask("nothing", "no.Such", true, new Nothing());
        ask("other", "no.Such", true, new Other());
        ask("angry", "no.Such", true, new Angry());
        ask("locked", "no.Such", true, new Locked());
        ask("array of locked", "[Lno.Such;", true, new Locked());
        try { urls.loadClass("no.Such"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
        try { urls.loadClass("[I"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
        try { Class.forName(null); } catch (NullPointerException e) { System.out.println("null"); }
        try { Class.forName(null, true, urls); } catch (NullPointerException e) { System.out.println("null"); }
        System.out.println(Class.forName("MissingClasses$Angry", true, urls) == Angry.class);
    }
}
