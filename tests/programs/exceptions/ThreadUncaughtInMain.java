//@ exit: 1
//@ throws: ThreadUncaughtInMain$Chain: level 2
public class ThreadUncaughtInMain {
    static class Chain extends Exception { Chain(String m, Throwable c) { super(m, c); } }
    static void dig(int n) throws Chain { try { if (n == 0) throw new ArithmeticException("core"); dig(n - 1); } catch (Chain | ArithmeticException e) { throw new Chain("level " + n, e); } }
    public static void main(String[] args) throws Chain { try { dig(2); } catch (Chain e) { int d = 0; for (Throwable t = e; t != null; t = t.getCause()) d++; System.out.println(d); throw e; } }
}
