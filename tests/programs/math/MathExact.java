import java.util.function.Supplier;
public class MathExact {
    static void t(String name, Supplier<Object> s) {
        try {
            System.out.println(name + " = " + s.get());
        } catch (ArithmeticException e) {
            System.out.println(name + " ! " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        t("add", () -> Math.addExact(Integer.MAX_VALUE, 1));
        t("addL", () -> Math.addExact(Long.MAX_VALUE, 1L));
        t("add ok", () -> Math.addExact(-5, 3));
        t("sub", () -> Math.subtractExact(Integer.MIN_VALUE, 1));
        t("mul", () -> Math.multiplyExact(1 << 16, 1 << 15));
        t("mulL", () -> Math.multiplyExact(1L << 32, 1L << 31));
        t("mul mixed", () -> Math.multiplyExact(3L, 5));
        t("neg", () -> Math.negateExact(Integer.MIN_VALUE));
        t("inc", () -> Math.incrementExact(Integer.MAX_VALUE));
        t("dec", () -> Math.decrementExact(Long.MIN_VALUE));
        t("toInt", () -> Math.toIntExact(1L << 31));
        t("toInt ok", () -> Math.toIntExact(-(1L << 31)));
        t("abs", () -> Math.absExact(Integer.MIN_VALUE));
        t("high", () -> Math.multiplyHigh(Long.MAX_VALUE, Long.MIN_VALUE));
        t("full", () -> Math.multiplyFull(Integer.MIN_VALUE, Integer.MIN_VALUE));
        t("floorMod", () -> Math.floorMod(-7, 3) + " " + Math.floorMod(7L, -3) + " " + Math.floorMod(-7L, 3L));
        t("zero", () -> Math.floorDiv(1, 0));
    }
}
