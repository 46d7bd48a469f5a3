//@ exit: 1
//@ throws: java.lang.IllegalStateException: body failed
public class UncaughtSuppressed {
    public static void main(String[] args) throws Exception {
        try (AutoCloseable a = () -> { System.out.println("closing"); throw new Exception("close failed"); }) { throw new IllegalStateException("body failed"); }
    }
}
