//@ exit: 1
//@ throws: UncaughtNullMessage$Quiet
public class UncaughtNullMessage {
    static class Quiet extends Error { @Override public String getMessage() { return null; } }
    public static void main(String[] args) {
        System.out.println(new Quiet());
        throw new Quiet();
    }
}
