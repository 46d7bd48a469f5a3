public class Rounding {
    public static void main(String[] args) {
        double[] ds = {0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999999999999994, -0.49999999999999994, 4503599627370495.5, 4503599627370497.5, 1e18, -1e19,
            Double.NaN, Double.POSITIVE_INFINITY, 2147483647.5, 0.0, -0.0, -0.2, 123.456};
        for (double d : ds)
            System.out.println(d + " " + Math.round(d) + " " + Math.round((float) d) + " " + Math.rint(d) + " " + Math.floor(d) + " " + Math.ceil(d) + " " + (long) d);
        System.out.println(Math.signum(-3.5) + " " + Math.signum(-0.0) + " " + Math.copySign(3.0, -0.0) + " " + Math.abs(-0.0));
        System.out.println(Math.ulp(1.0) + " " + Math.ulp(1f) + " " + Math.nextUp(1.0) + " " + Math.nextDown(1.0f) + " " + Math.nextAfter(0.0, -1));
        System.out.println(Math.getExponent(1024.5) + " " + Math.scalb(1.5, 10) + " " + Math.scalb(1.5f, -200) + " " + Math.IEEEremainder(5, 3) + " " + Math.IEEEremainder(-7.5, 2));
        System.out.println(Math.fma(0.1, 10, -1) + " " + Math.fma(1e308, 10, Double.NEGATIVE_INFINITY) + " " + Math.fma(0.1f, 10f, -1f));
        System.out.println(Math.nextUp(Double.MAX_VALUE) + " " + Math.nextUp(-0.0) + " " + Math.getExponent(0.0) + " " + Math.getExponent(Double.NaN));
    }
}
