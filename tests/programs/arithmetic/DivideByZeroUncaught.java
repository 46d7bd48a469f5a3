//@ exit: 1
//@ throws: java.lang.ArithmeticException: / by zero
public class DivideByZeroUncaught {
    static int divide(int a, int b) {
        return a / b;
    }
    public static void main(String[] args) {
        System.out.println(5.0 / 0);
        System.out.println(divide(6, 3));
        try {
            System.out.println(5L % (args.length * 1L));
        } catch (ArithmeticException e) {
            System.out.println("caught " + e.getMessage());
        }
        System.out.println(divide(1, args.length));
    }
}
