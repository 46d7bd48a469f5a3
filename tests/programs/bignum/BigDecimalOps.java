import java.math.*;
public class BigDecimalOps {
    static BigDecimal d(String s) { return new BigDecimal(s); }
    public static void main(String[] args) {
        System.out.println(d("1.10").add(d("2.205")) + " " + d("1.10").multiply(d("-2.5")) + " " + d("1").subtract(d("0.9")) + " " + d("1.10").equals(d("1.1")) + d("1.10").compareTo(d("1.1")) + " " + d("1.10").hashCode() + " " + d("100").stripTrailingZeros() + " " + d("100").stripTrailingZeros().toPlainString());
        try { d("1").divide(d("3")); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { d("1").divide(d("0")); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { d("0").divide(d("0.0")); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        System.out.println(d("1").divide(d("3"), 10, RoundingMode.HALF_UP) + " " + d("1").divide(d("3"), MathContext.DECIMAL32) + " " + d("2").divide(d("3"), new MathContext(5)) + " " + d("1").divide(d("8")));
        for (RoundingMode m : RoundingMode.values()) { StringBuilder sb = new StringBuilder(m + ":"); for (String s : "5.5 2.5 1.6 1.1 1.0 -1.0 -1.1 -1.6 -2.5 -5.5".split(" ")) try { sb.append(' ').append(d(s).setScale(0, m)); } catch (ArithmeticException e) { sb.append(" !"); } System.out.println(sb); }
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + d("1E+3") + " " + d("1E+3").toPlainString() + " " + d("123.456e-10") + " " + d("12345E-10").toEngineeringString() + " " + d("0E-10") + " " + d("-0"));
        System.out.println(d("123.4567").scale() + " " + d("123.4567").precision() + " " + d("123.4567").unscaledValue() + " " + d("1E+5").scale() + " " + d("123.4567").movePointLeft(5) + " " + d("123.4567").scaleByPowerOfTen(3) + " " + d("123.4567").round(new MathContext(3)) + d("-7.5").remainder(d("2")) + d("7.5").divideToIntegralValue(d("2")) + " " + d("2").sqrt(new MathContext(30)));
        System.out.println(d("1.5").pow(10) + " " + d("123.99").intValue() + " " + d("1e400").doubleValue() + " " + d("123.456").floatValue() + " " + d("9.99").toBigInteger() + " " + d("5").signum() + d("-5").negate().abs().max(d("4")) + d("3.0").min(d("3")));
        try { d("1.5").intValueExact(); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        for (String bad : new String[] {"", "abc", "1e", "1.2.3", "--1", "1e99999999999"}) try { System.out.println(d(bad)); } catch (NumberFormatException e) { System.out.println("NFE " + bad); }
        BigDecimal pi = BigDecimal.ZERO, sixteen = BigDecimal.valueOf(16);
        MathContext mc = new MathContext(60);
        for (int k = 0; k < 45; k++) pi = pi.add(BigDecimal.ONE.divide(sixteen.pow(k), mc).multiply(frac(4, 8 * k + 1, mc).subtract(frac(2, 8 * k + 4, mc)).subtract(frac(1, 8 * k + 5, mc)).subtract(frac(1, 8 * k + 6, mc))), mc);
        System.out.println(pi.setScale(50, RoundingMode.DOWN));
    }
    static BigDecimal frac(int a, int b, MathContext mc) { return BigDecimal.valueOf(a).divide(BigDecimal.valueOf(b), mc); }
}
