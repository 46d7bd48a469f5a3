//@ exit: 1
//@ throws: java.lang.StackOverflowError
public class UncaughtStackOverflow {
    static int forever(int n) { return forever(n + 1) + 1; }
    public static void main(String[] args) {
        System.out.println("down");
        System.out.println(forever(0));
    }
}
