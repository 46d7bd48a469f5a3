public class DivisionSigns {
    public static void main(String[] args) {
        int[] xs = {7, -7, 0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
        int[] ys = {2, -2, 3, -3, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int x : xs)
            for (int y : ys)
                System.out.println(x + " " + y + ": " + x / y + " " + x % y + " " + Math.floorDiv(x, y) + " " + Math.floorMod(x, y)
                        + " " + Integer.divideUnsigned(x, y) + " " + Integer.remainderUnsigned(x, y));
        long[] ls = {7, -7, Long.MIN_VALUE, Long.MAX_VALUE};
        for (long x : ls)
            for (long y : new long[] {3, -3, -1, Long.MIN_VALUE})
                System.out.println(x / y + " " + x % y + " " + Math.floorDiv(x, y) + " " + Long.divideUnsigned(x, y) + " " + Long.remainderUnsigned(x, y));
        double[] ds = {5.5, -5.5, 0.0, -0.0, Double.POSITIVE_INFINITY, Double.NaN};
        for (double x : ds)
            for (double y : new double[] {2, -2, 0.0, Double.NEGATIVE_INFINITY})
                System.out.println(x / y + " " + x % y);
    }
}
