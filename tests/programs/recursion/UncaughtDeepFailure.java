//@ exit: 1
//@ throws: java.lang.IllegalStateException: at the bottom after 200
public class UncaughtDeepFailure {
    static int down(int n) { if (n == 0) throw new IllegalStateException("at the bottom after " + calls); calls++; return down(n - 1) + 1; }
    static int calls;
    public static void main(String[] args) { System.out.println("going down"); System.out.println(down(200)); }
}
