public class LongArithmeticMix {
    static long f(int a, long b, float c, double d, short e) { return (long) (a * b + c * d - e); }
    static strictfp double strict(double a, double b) { return a * b / b; }
    public static void main(String[] args) {
        System.out.println(f(3, 1L << 35, 1.5f, 2.25, (short) -4) + " " + strict(1e308, 10) + " " + strict(3, 7));
        int i = 2147483647; long l = i + 1; long m = i + 1L; float g = i; double d = i;
        System.out.println(l + " " + m + " " + g + " " + d + " " + (i - (int) g) + " " + (int) (g + 1) + " " + (long) g);
        System.out.println(1 + 2L + 3f + 4.0 + " " + (char) ('a' + 1L) + " " + 7 / 2 * 2.0f + " " + 'a' / 2 + " " + (byte) (127 + 1) + " " + (1.0f - 0.9f) + " " + (1.0 - 0.9) + " " + 1e-45f + " " + 3 * 0.1 + " " + 3 * 0.1f);
        System.out.println((0.1f + 0.2f == 0.3f) + " " + (0.1 + 0.2 == 0.3) + " " + (float) (0.1 + 0.2) + " " + 100 * 1.1 + " " + 1.1f * 1.1f + " " + (double) 1.1f * 1.1f);
        long sum = 0; for (int k = 0; k < 100000; k++) sum += k * k; System.out.println(sum);
        long sum2 = 0; for (int k = 0; k < 100000; k++) sum2 += (long) k * k; System.out.println(sum2);
        System.out.println(Double.MAX_VALUE + 1 == Double.MAX_VALUE); System.out.println((0.0 / 0 == 0.0 / 0) + " " + 1 / 0.0 + " " + -1 / 0.0f + " " + 0f * -1 + " " + Math.sqrt(-0.0) + " " + 5 % 2.5 + " " + -5.5f % 2);
        double acc = 0; for (int k = 0; k < 10; k++) acc += 0.1; System.out.println(acc + " " + (acc == 1.0) + " " + (float) acc);
        System.out.println(Float.intBitsToFloat(0x7f800001) + " " + Float.intBitsToFloat(1) + " " + Double.longBitsToDouble(0x7ff0000000000000L) + " " + Float.floatToRawIntBits(-0f) + " " + Double.doubleToLongBits(1.0) + " " + Float.isFinite(1f / 0) + Double.isNaN(0d / 0));
    }
}
