//@ exit: 1
//@ throws: java.lang.Exception: while reading
import java.io.IOException;
public class UncaughtWithCause {
    static void read() throws IOException { throw new IOException("disk on fire"); }
    public static void main(String[] args) throws Exception {
        System.out.println("start");
        try {
            read();
        } catch (IOException e) {
            throw new Exception("while reading", e);
        }
    }
}
