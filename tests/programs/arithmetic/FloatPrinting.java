public class FloatPrinting {
    public static void main(String[] args) {
        double[] ds = {0.1, 0.2, 0.1 + 0.2, 1.0, 100.0, 1e6, 9999999.0, 1e7, 12345678.9, 0.001, 0.0009999, 1e-5, 123456789012345680.0, 1e21,
            1e22, 1.0 / 3, 2.0 / 3, Math.PI, Math.E, 4.9e-324, 1.7976931348623157e308, 2.2250738585072014e-308, -0.0, 1e-300, 5e-324 * 3,
            0.3, 0.7, 1.1, 4.35, 4.349999999999999, 9.95, 1e16, 123456.7, 3.0e-44, 8.41e21, 5.0e-324 * 2};
        for (double d : ds) System.out.println(d);
        float[] fs = {0.1f, 0.2f, 0.1f + 0.2f, 1e7f, 1e10f, 16777216f, 16777217f, 1.17549435E-38f, 1.4e-45f, 3.4028235e38f, 0.001f, 0.0001f,
            3.14159274f, 1f / 3, -2.5f, 33554432f, 1.0e-3f, 9.999999e6f};
        for (float f : fs) System.out.println(f);
        System.out.println((double) 0.1f);
        System.out.println((float) 0.1);
        System.out.println(1.0f * 16777217);
        System.out.println("" + 1e3 + 1e3f + 1.0e-4);
        System.out.println(Double.toHexString(0.1) + " " + Double.toHexString(-4.9e-324) + " " + Float.toHexString(1.5f));
        System.out.println(String.valueOf(100f) + Double.toString(-1e-10));
    }
}
