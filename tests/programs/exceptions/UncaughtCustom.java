//@ exit: 1
//@ throws: Broken[7]
public class UncaughtCustom {
    static class Broken extends RuntimeException {
        final int code;
        Broken(int code) { super("code " + code); this.code = code; }
        @Override public String toString() { return "Broken[" + code + "]"; }
    }
    public static void main(String[] args) {
        try {
            System.out.println("working");
            throw new Broken(7);
        } finally {
            System.out.println("cleaning up");
        }
    }
}
