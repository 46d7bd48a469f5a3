//@ exit: 1
//@ throws: java.lang.ArithmeticException: Non-terminating decimal expansion; no exact representable decimal result.
import java.math.BigDecimal;
public class UncaughtNonTerminating {
    public static void main(String[] args) {
        System.out.println(BigDecimal.ONE.divide(new BigDecimal("16")));
        System.out.println(BigDecimal.ONE.divide(new BigDecimal("7")));
    }
}
