public class NaNComparisons {
    static String all(double a, double b) {
        return (a < b) + "," + (a <= b) + "," + (a > b) + "," + (a >= b) + "," + (a == b) + "," + (a != b) + "," + !(a < b)
                + "," + Double.compare(a, b) + "," + Double.valueOf(a).equals(b);
    }
    static String all(float a, float b) {
        return (a < b) + "," + (a <= b) + "," + (a > b) + "," + (a >= b) + "," + (a == b) + "," + (a != b) + "," + !(a >= b)
                + "," + Float.compare(a, b) + "," + Float.valueOf(a).equals(b);
    }
    public static void main(String[] args) {
        double[] ds = {Double.NaN, 0.0, -0.0, 1.0, Double.NEGATIVE_INFINITY};
        for (double a : ds) for (double b : ds) System.out.println(a + " ? " + b + " " + all(a, b) + " " + all((float) a, (float) b));
        System.out.println(Math.min(0.0, -0.0) + " " + Math.max(-0.0, 0.0) + " " + Math.min(Double.NaN, 1) + " " + Math.max(1f, Float.NaN));
        System.out.println(0.0 == -0.0 ? 1 / 0.0 : 1 / -0.0);
        System.out.println(Double.doubleToLongBits(Double.NaN) + " " + Double.doubleToRawLongBits(-0.0) + " " + Float.floatToIntBits(Float.NaN));
        System.out.println(Double.hashCode(Double.NaN) + " " + Double.hashCode(-0.0) + " " + Float.hashCode(0.1f));
        double nan = Double.NaN;
        int n = 0;
        while (!(nan > 3) && n < 5) n++;
        System.out.println(n);
    }
}
