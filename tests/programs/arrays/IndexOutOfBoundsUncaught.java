//@ exit: 1
//@ throws: java.lang.ArrayIndexOutOfBoundsException: Index 10 out of bounds for length 10
public class IndexOutOfBoundsUncaught {
    static int at(int[] a, int i) { return a[i]; }
    public static void main(String[] args) {
        int[] fib = new int[10];
        fib[0] = fib[1] = 1;
        for (int i = 2; ; i++) {
            System.out.println(at(fib, i - 1));
            fib[i] = fib[i - 1] + fib[i - 2];
        }
    }
}
