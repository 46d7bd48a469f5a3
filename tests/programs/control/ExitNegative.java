//@ exit: 255
public class ExitNegative {
    static int depth(int n) {
        if (n == 0) System.exit(-1);
        return depth(n - 1) + 1;
    }
    public static void main(String[] args) {
        System.out.print("no newline at the end");
        System.out.println(depth(10));
    }
}
