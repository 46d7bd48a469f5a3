//@ exit: 1
//@ throws: java.lang.NegativeArraySizeException: -2
public class UncaughtNegativeArray {
    static long[] make(int n) { return new long[n]; }
    public static void main(String[] args) { for (int n = 2; ; n -= 2) System.out.println(make(n).length); }
}
