public class FloatToIntSaturation {
    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 0.9999999999999999, -0.9999999999999999, 1e9, 2147483647.0, 2147483647.5, 2147483648.0, -2147483648.0,
            -2147483649.0, 4294967296.0, 9.223372036854775E18, 9.223372036854776E18, -9.3E18, 1e300, -1e300, Double.NaN,
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 65535.99, 65536.5, -129.7};
        for (double d : values) {
            float f = (float) d;
            System.out.println(d + " i=" + (int) d + " l=" + (long) d + " s=" + (short) d + " b=" + (byte) d + " c=" + (int) (char) d
                    + " f=" + f + " fi=" + (int) f + " fl=" + (long) f);
        }
        System.out.println((int) 3e9f + " " + (long) 3e9f + " " + (char) 97.9 + " " + (byte) 300.7f);
    }
}
