public class StackTracePrinted {
    static class Custom extends Exception {
        Custom(String m, Throwable c) { super(m, c); }
    }
    static void level3(int n) { int[] a = new int[n]; a[n] = 1; }
    static void level2() throws Custom {
        try { level3(2); } catch (RuntimeException e) { throw new Custom("wrapped", e); }
    }
    void level1() {
        try { level2(); } catch (Custom e) {
            throw new IllegalStateException(e);
        }
    }
    static class Inner { Inner() { new StackTracePrinted().level1(); } }
    static Object init = null;
    public static void main(String[] args) {
        try { new Inner(); } catch (IllegalStateException e) { e.printStackTrace(System.out); }
        Throwable t = new Throwable("with suppressed");
        t.addSuppressed(new Error("s1"));
        t.addSuppressed(new Custom("s2", new Error("c2")));
        t.printStackTrace(System.out);
        StackTraceElement[] st = new Throwable().getStackTrace();
        System.out.println(st.length + " " + st[0] + " " + st[0].getMethodName() + " " + st[0].getLineNumber() + " " + st[0].getClassName() + " " + st[0].getFileName() + st[0].isNativeMethod());
        Runnable r = () -> System.out.println(new Throwable().getStackTrace()[0].getLineNumber());
        r.run();
        Throwable set = new Throwable("set");
        set.setStackTrace(new StackTraceElement[] {new StackTraceElement("C", "m", "C.java", 7), new StackTraceElement("D", "n", null, -2)});
        set.printStackTrace(System.out);
        Throwable no = new Throwable("no trace", null, false, false) { };
        no.printStackTrace(System.out);
        System.out.println(no.getStackTrace().length);
        Throwable circ = new Throwable("circ");
        Throwable circ2 = new Throwable("circ2", circ);
        circ.initCause(circ2);
        circ.printStackTrace(System.out);
        StackTraceElement here = Thread.currentThread().getStackTrace()[1];
        System.out.println(here);
    }
}
