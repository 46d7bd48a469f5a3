import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
public class CheckedThroughLambdas {
    interface ThrowingFn<A, B, X extends Exception> { B apply(A a) throws X; static <A, B> Function<A, Optional<B>> lift(ThrowingFn<A, B, ?> f) { return a -> { try { return Optional.ofNullable(f.apply(a)); } catch (Exception e) { return Optional.empty(); } }; } }
    static class Wrapped extends RuntimeException { Wrapped(Throwable t) { super(t); } @Override public synchronized Throwable fillInStackTrace() { return this; } }
    static <T> T call(Callable<T> c) { try { return c.call(); } catch (RuntimeException e) { throw e; } catch (Exception e) { throw new Wrapped(e); } }
    static <X extends Exception> void maybe(boolean b, Supplier<X> s) throws X { if (b) throw s.get(); }
    public static void main(String[] args) {
        System.out.println(List.of("1", "x", "3").stream().map(ThrowingFn.lift((String s) -> Integer.parseInt(s))).toList());
        try { call(() -> { throw new java.io.IOException("io"); }); } catch (Wrapped e) { System.out.println(e.getMessage() + " " + e.getCause().getClass().getSimpleName() + e.getStackTrace().length); }
        try { call(() -> List.of().get(0)); } catch (IndexOutOfBoundsException e) { System.out.println("IOOBE"); }
        try { maybe(false, Exception::new); CheckedThroughLambdas.<java.io.IOException>maybe(true, () -> new java.io.IOException("typed")); } catch (java.io.IOException e) { System.out.println(e.getMessage()); } catch (Exception e) { System.out.println("no"); }
        Throwable root = new RuntimeException("top", new IllegalStateException("mid", new ArithmeticException("root")));
        StringBuilder sb = new StringBuilder();
        for (Throwable t = root; t != null; t = t.getCause()) sb.append(t.getMessage()).append(" < ");
        System.out.println(sb);
        int retries = 0;
        while (true) try { retries++; if (retries < 4) throw new IllegalStateException("try " + retries); break; } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(retries);
    }
}
