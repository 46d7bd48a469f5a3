import java.util.*;
public class MatrixAndStats {
    static double det(double[][] m) { int n = m.length; double d = 1; double[][] a = new double[n][]; for (int i = 0; i < n; i++) a[i] = m[i].clone(); for (int i = 0; i < n; i++) { int p = i; for (int r = i; r < n; r++) if (Math.abs(a[r][i]) > Math.abs(a[p][i])) p = r; if (a[p][i] == 0) return 0; if (p != i) { double[] t = a[p]; a[p] = a[i]; a[i] = t; d = -d; } d *= a[i][i]; for (int r = i + 1; r < n; r++) { double f = a[r][i] / a[i][i]; for (int c = i; c < n; c++) a[r][c] -= f * a[i][c]; } } return d; }
    static int[][] mul(int[][] a, int[][] b) { int[][] c = new int[a.length][b[0].length]; for (int i = 0; i < a.length; i++) for (int j = 0; j < b[0].length; j++) for (int k = 0; k < b.length; k++) c[i][j] += a[i][k] * b[k][j]; return c; }
    public static void main(String[] args) {
        System.out.println(det(new double[][] {{2, 0, 1}, {1, 3, 2}, {1, 1, 1}}) + " " + det(new double[][] {{1, 2}, {2, 4}}) + " " + Arrays.deepToString(mul(new int[][] {{1, 2, 3}}, new int[][] {{1}, {2}, {3}})) + det(new double[][] {{0, 1}, {1, 0}}));
        double[] x = {2, 4, 4, 4, 5, 5, 7, 9}; double mean = Arrays.stream(x).average().orElse(0), var = Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElse(0); System.out.println(mean + " " + var + " " + Math.sqrt(var) + " " + Arrays.stream(x).summaryStatistics());
        double s = 0, c = 0; for (int i = 0; i < 100000; i++) { double y = 0.1 - c, t = s + y; c = t - s - y; s = t; } System.out.println(s);
        double lo = 0, hi = 2; for (int i = 0; i < 60; i++) { double mid = (lo + hi) / 2; if (mid * mid * mid < 2) lo = mid; else hi = mid; } System.out.println(lo);
        double simpson = 0; int n = 100; for (int i = 0; i <= n; i++) { double t = i / (double) n; simpson += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * t * t * t; } System.out.println(simpson / (3 * n)); float f = 0; for (int i = 1; i < 1000; i++) f += 1f / (i * i); System.out.println(f);
        long cat = 1; StringBuilder b = new StringBuilder(); for (int i = 0; i < 20; i++) { b.append(cat).append(' '); cat = cat * 2 * (2 * i + 1) / (i + 2); } System.out.println(b); System.out.println(Integer.toBinaryString(Float.floatToIntBits(0.15625f)) + " " + Math.floorMod(-1, 5) + Math.abs(-7.25f) + Math.hypot(5, 12) + Math.ceil(7 / 2) + Math.pow(2, 0.5) * Math.pow(2, 0.5));
    }
}
