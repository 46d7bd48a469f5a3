//@ exit: 1
//@ throws: java.lang.ArrayStoreException: java.lang.String
public class UncaughtArrayStore {
    static void put(Object[] a, Object v) { a[0] = v; System.out.println(a[0]); }
    public static void main(String[] args) { put(new Object[1], 1); put(new Number[1], 2.5); put(new Integer[1], "three"); }
}
