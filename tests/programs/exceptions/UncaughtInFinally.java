//@ exit: 1
//@ throws: java.lang.ClassCastException: class java.lang.String cannot be cast to class java.lang.Integer (java.lang.String and java.lang.Integer are in module java.base of loader 'bootstrap')
public class UncaughtInFinally {
    public static void main(String[] args) {
        try { throw new IllegalArgumentException("replaced"); } finally { System.out.println("finally"); Object o = "text"; Integer i = (Integer) o; System.out.println(i); }
    }
}
