//@ exit: 1
//@ throws: java.lang.ArithmeticException: / by zero
import java.util.List;
public class UncaughtFromLambda {
    public static void main(String[] args) {
        List.of(4, 2, 0, 1).stream().map(n -> 8 / n).forEach(System.out::println);
    }
}
