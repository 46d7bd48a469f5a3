//@ exit: 1
//@ throws: java.lang.NoClassDefFoundError: Could not initialize class UncaughtNoClassDef$Config
public class UncaughtNoClassDef {
    static class Config { static { if (true) throw new RuntimeException("first"); } static int n; }
    public static void main(String[] args) {
        try { Config.n = 1; } catch (ExceptionInInitializerError e) { System.out.println(e.getCause().getMessage()); }
        Config.n = 2;
    }
}
