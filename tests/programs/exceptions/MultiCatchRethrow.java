import java.io.FileNotFoundException;
import java.io.IOException;
public class MultiCatchRethrow {
    static void thrower(int n) throws IOException, InterruptedException {
        switch (n) {
            case 0: throw new FileNotFoundException("f");
            case 1: throw new IOException("io");
            case 2: throw new InterruptedException("int");
            case 3: throw new IllegalArgumentException("arg");
            case 4: throw new StackOverflowError("so");
            case 5: throw new ArithmeticException();
        }
    }
    static void rethrow(int n) throws IOException, InterruptedException {
        try { thrower(n); } catch (final Exception e) { System.out.print("re "); throw e; }
    }
    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneaky(Throwable t) throws T { throw (T) t; }
    public static void main(String[] args) {
        for (int i = 0; i < 7; i++) {
            try {
                rethrow(i);
                System.out.println("none");
            } catch (FileNotFoundException e) {
                System.out.println("FNF " + e.getMessage());
            } catch (IOException | InterruptedException e) {
                System.out.println("multi " + e);
            } catch (ArithmeticException | IllegalArgumentException e) {
                System.out.println("rt " + e + " " + e.getCause());
            } catch (Throwable t) {
                System.out.println("T " + t);
            }
        }
        try { MultiCatchRethrow.<RuntimeException>sneaky(new IOException("sneaked")); } catch (Exception e) { System.out.println(e); }
        try { try { throw new Exception("first"); } catch (Exception e) { throw new RuntimeException("second", e); } finally { System.out.println("between"); } }
        catch (RuntimeException e) { System.out.println(e.getMessage() + " <- " + e.getCause().getMessage()); }
        System.out.println(new RuntimeException(new Exception("inner")).getMessage() + " " + new Exception((Throwable) null).getMessage() + " " + new Error("m").getLocalizedMessage());
        try { new Exception("a").initCause(new Error()).initCause(new Error()); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try { Exception x = new Exception("loop"); x.initCause(x); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
