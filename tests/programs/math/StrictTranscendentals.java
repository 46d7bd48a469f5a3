public class StrictTranscendentals {
    public static void main(String[] args) {
        double[] xs = {0.0, -0.0, 0.1, 0.5, 1.0, -1.0, 2.0, 3.7, 10.0, 100.25, 1e-10, 1e10, 710.0, -745.2, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Math.PI, Math.PI / 2};
        for (double x : xs) {
            System.out.println(x);
            System.out.println("  " + StrictMath.sin(x) + " " + StrictMath.cos(x) + " " + StrictMath.tan(x));
            System.out.println("  " + StrictMath.asin(x) + " " + StrictMath.acos(x) + " " + StrictMath.atan(x));
            System.out.println("  " + StrictMath.exp(x) + " " + StrictMath.log(x) + " " + StrictMath.log10(x) + " " + StrictMath.expm1(x) + " " + StrictMath.log1p(x));
            System.out.println("  " + StrictMath.sqrt(x) + " " + StrictMath.cbrt(x) + " " + StrictMath.sinh(x) + " " + StrictMath.cosh(x) + " " + StrictMath.tanh(x));
            System.out.println("  " + StrictMath.pow(x, 2.5) + " " + StrictMath.pow(2, x) + " " + StrictMath.pow(x, -1) + " " + StrictMath.atan2(x, 2) + " " + StrictMath.hypot(x, 4));
        }
    }
}
