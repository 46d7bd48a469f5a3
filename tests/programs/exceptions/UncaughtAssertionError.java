//@ exit: 1
//@ throws: java.lang.AssertionError: java.lang.RuntimeException: as a cause
public class UncaughtAssertionError {
    public static void main(String[] args) {
        try { throw new AssertionError(); } catch (AssertionError e) { System.out.println(e.getMessage() + " " + new AssertionError(5).getMessage() + new AssertionError("m", new Error()).getCause()); }
        throw new AssertionError(new RuntimeException("as a cause"));
    }
}
