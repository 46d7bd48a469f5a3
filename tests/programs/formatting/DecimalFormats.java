import java.math.RoundingMode;
import java.text.*;
import java.util.Locale;
public class DecimalFormats {
    public static void main(String[] args) throws Exception {
        DecimalFormatSymbols us = DecimalFormatSymbols.getInstance(Locale.US);
        double[] ds = {0, 1, -1, 0.5, 1234.5678, -9876543.21, 0.005, 1e10, 0.125, 0.375, Double.NaN, Double.NEGATIVE_INFINITY, 1e-7};
        for (String p : new String[] {"0", "#", "0.00", "#.##", "#,##0.00", "000.0", "0.###E0", "##0.##E0", "0%", "#.#\u2030", "$#,##0.00;($#,##0.00)", "'#'0", "#,####.#"}) {
            DecimalFormat f = new DecimalFormat(p, us);
            StringBuilder sb = new StringBuilder();
            for (double d : ds) sb.append(f.format(d).replace("\u2030", "<pm>").replace("\u221e", "<inf>").replace("\ufffd", "<nan>")).append(" ");
            System.out.println(p.replace("\u2030", "<pm>") + " : " + sb);
        }
        DecimalFormat f = new DecimalFormat("0.0", us);
        for (RoundingMode m : RoundingMode.values()) {
            if (m == RoundingMode.UNNECESSARY) continue;
            f.setRoundingMode(m);
            System.out.println(m + " " + f.format(0.25) + " " + f.format(-0.25) + " " + f.format(0.35) + " " + f.format(1.05) + " " + f.format(-1.45));
        }
        f.setRoundingMode(RoundingMode.UNNECESSARY);
        try { f.format(0.25); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        System.out.println(new DecimalFormat("#,##0.##", us).parse("1,234.5xyz") + " " + new DecimalFormat("0", us).parse("42").getClass().getSimpleName() + " " + NumberFormat.getPercentInstance(Locale.US).format(0.256) + " " + NumberFormat.getIntegerInstance(Locale.US).format(2.5) + " " + NumberFormat.getInstance(Locale.US).format(1234567.891));
        try { new DecimalFormat("0", us).parse("x"); } catch (ParseException e) { System.out.println(e.getMessage() + " " + e.getErrorOffset()); }
        try { new DecimalFormat("0.0.0", us); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        DecimalFormat g = new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.GERMANY));
        System.out.println(g.format(1234567.891) + " " + g.toPattern() + " " + g.getMaximumFractionDigits());
        System.out.println(new DecimalFormat("0.00", us).format(new java.math.BigDecimal("12345678901234567890.125")) + " " + new DecimalFormat("#", us).format(Long.MAX_VALUE));
    }
}
