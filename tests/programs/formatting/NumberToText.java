public class NumberToText {
    static String roman(int n) { int[] v = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}; String[] s = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}; StringBuilder b = new StringBuilder(); for (int i = 0; i < v.length; i++) while (n >= v[i]) { b.append(s[i]); n -= v[i]; } return b.toString(); }
    static final String[] ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" "), TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
    static String words(long n) { if (n < 0) return "minus " + words(-n); if (n < 20) return ONES[(int) n]; if (n < 100) return TENS[(int) n / 10] + (n % 10 > 0 ? "-" + words(n % 10) : ""); if (n < 1000) return ONES[(int) n / 100] + " hundred" + (n % 100 > 0 ? " and " + words(n % 100) : ""); long[] u = {1_000_000_000L, 1_000_000L, 1000L}; String[] nm = {"billion", "million", "thousand"}; for (int i = 0; i < 3; i++) if (n >= u[i]) return words(n / u[i]) + " " + nm[i] + (n % u[i] > 0 ? (n % u[i] < 100 ? " and " : " ") + words(n % u[i]) : ""); throw new AssertionError(n); }
    public static void main(String[] args) {
        for (int n : new int[] {1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999}) System.out.print(roman(n) + " ");
        System.out.println();
        for (long n : new long[] {0, 13, 21, 100, 342, 1001, 12345, 1000000, 2147483647, -7}) System.out.println(words(n));
        for (int base = 2; base <= 36; base += 17) System.out.print(Integer.toString(-123456, base) + " " + Long.toUnsignedString(-1, base) + " ");
        System.out.println();
        System.out.println(String.format("%32s", Integer.toBinaryString(0xCAFE)).replace(' ', '0') + " " + "%,d".formatted(1 << 30));
        String hex = "";
        for (byte b : new byte[] {0, 127, -128, -1}) hex += String.format("%02x", b);
        System.out.println(hex + " " + Integer.toHexString((byte) -1) + " " + Double.toString(1e23) + " " + Float.toString(1.1754944E-38f) + " " + 2e-3 + " " + 1.0e7 + " " + 100f);
    }
}
