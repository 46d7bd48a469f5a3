//@ exit: 1
//@ throws: java.lang.RuntimeException: first line
public class UncaughtMultilineMessage {
    public static void main(String[] args) {
        System.out.println("x");
        throw new RuntimeException("first line\nsecond line");
    }
}
