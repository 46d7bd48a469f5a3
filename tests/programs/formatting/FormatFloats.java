import java.math.BigDecimal;
import java.util.Locale;
public class FormatFloats {
    static void f(String s, Object... a) { try { System.out.println("[" + String.format(Locale.ROOT, s, a) + "]"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    public static void main(String[] args) {
        double[] ds = {0, -0.0, 1, -1.5, 0.5, 1.5, 2.5, 0.125, 0.375, 123456.789, 1e-5, 1e10, 1.005, 2.675, 1e20, 9.995, 0.05, Math.PI, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 99999.5};
        for (double d : ds) f("%f|%.2f|%.0f|%e|%.3e|%g|%.3g|%10.2f|%-10.1f|%+.1f", d, d, d, d, d, d, d, d, d, d);
        f("%a %a %.2a", 1.0, -0.1, Math.E);
        f("%,.2f %(,.2f %08.2f % .3f %#.0f", 1234567.891, -1234.5, -3.14159, 2.0, 3.0);
        f("%E %G %A", 12345.678, 0.00001234, 255.5);
        f("%.3f %.10f %s", 1f / 3, 0.1f, 0.1f);
        f("%.3f %f %e %.1f", new BigDecimal("1.23456789012345678901234567890"), new BigDecimal("1e3"), new BigDecimal("123456"), new BigDecimal("0.25"));
        f("%f", 1);
        f("%.2x", 1);
        f("%.20f", 0.1);
        f("%.15f %.16f %.17f", 0.1, 0.1, 0.1);
        f("%5.1f|%5.1f|%-8.3e|", Double.NaN, Double.NEGATIVE_INFINITY, 1234.5);
        f("%05f|%+f", Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        System.out.println(String.format(Locale.US, "%,d %.2f", 1234567, 3.14159) + " " + String.format(Locale.GERMANY, "%,d %.2f", 1234567, 3.14159));
        System.out.printf(Locale.ROOT, "%s %.1f%n", "printf", 2.25);
        System.out.format("%d%n", 5);
    }
}
