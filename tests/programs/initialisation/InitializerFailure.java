public class InitializerFailure {
    static class Bad { static int v = compute(); static int compute() { System.out.println("initialising"); throw new IllegalStateException("static trouble"); } static void touch() { } }
    static class BadError { static { if (true) throw new StackOverflowError("an error"); } static int x; }
    static class Child extends Bad { static int y = 1; }
    public static void main(String[] args) {
        try { Bad.touch(); } catch (ExceptionInInitializerError e) { System.out.println(e + " cause " + e.getCause() + " " + e.getException().getMessage()); }
        try { Bad.touch(); } catch (NoClassDefFoundError e) { System.out.println(e.getMessage()); }
        try { new Bad(); } catch (NoClassDefFoundError e) { System.out.println("again " + e.getMessage()); }
        try { System.out.println(Child.y); } catch (NoClassDefFoundError e) { System.out.println("child " + e.getMessage()); }
        try { System.out.println(Child.y); } catch (NoClassDefFoundError e) { System.out.println("child again " + e.getMessage()); }
        try { BadError.x++; } catch (StackOverflowError e) { System.out.println("bare " + e.getMessage()); }
        try { BadError.x++; } catch (NoClassDefFoundError e) { System.out.println(e.getMessage()); }
        try { Class.forName("InitializerFailure$Bad"); } catch (Throwable t) { System.out.println(t); }
        try { Class.forName("no.such.Clazz"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage() + " " + e.getCause()); }
        Bad[] fine = new Bad[1];
        System.out.println(fine.length + " " + Bad.class.getSimpleName());
    }
}
