import java.util.*;
public class Simulation {
    public static void main(String[] args) {
        boolean[][] g = new boolean[10][10];
        for (int[] p : new int[][] {{1, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}}) g[p[0]][p[1]] = true;
        for (int gen = 0; gen < 12; gen++) { boolean[][] n = new boolean[10][10]; for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) { int c = 0; for (int a = -1; a <= 1; a++) for (int b = -1; b <= 1; b++) if ((a | b) != 0 && g[(i + a + 10) % 10][(j + b + 10) % 10]) c++; n[i][j] = c == 3 || g[i][j] && c == 2; } g = n; }
        for (boolean[] r : g) { StringBuilder s = new StringBuilder(); for (boolean b : r) s.append(b ? '#' : '.'); System.out.println(s); }
        double[] x = {0, 1, 0}, v = {0, 0, 0.5};
        for (int i = 0; i < 1000; i++) { for (int k = 0; k < 3; k++) { v[k] -= x[k] * 0.001; } for (int k = 0; k < 3; k++) x[k] += v[k] * 0.001; }
        System.out.println(Arrays.toString(x) + Arrays.toString(v));
        StringBuilder m = new StringBuilder();
        for (double im = -1; im <= 1; im += 0.25) { for (double re = -2; re <= 0.5; re += 0.0625) { double a = 0, b = 0; int it = 0; while (a * a + b * b < 4 && it < 60) { double t = a * a - b * b + re; b = 2 * a * b + im; a = t; it++; } m.append(it == 60 ? '*' : it > 8 ? '+' : ' '); } m.append('\n'); }
        System.out.print(m);
        long lcg = 12345;
        int heads = 0;
        for (int i = 0; i < 10000; i++) { lcg = (lcg * 1103515245L + 12345) & 0x7fffffffL; if ((lcg >> 16 & 1) == 1) heads++; }
        System.out.println(heads + " " + lcg);
        double[][] a = {{2, 1, -1, 8}, {-3, -1, 2, -11}, {-2, 1, 2, -3}};
        for (int i = 0; i < 3; i++) { int p = i; for (int r = i + 1; r < 3; r++) if (Math.abs(a[r][i]) > Math.abs(a[p][i])) p = r; double[] t = a[i]; a[i] = a[p]; a[p] = t; for (int r = 0; r < 3; r++) if (r != i) { double f = a[r][i] / a[i][i]; for (int k = i; k < 4; k++) a[r][k] -= f * a[i][k]; } }
        for (int i = 0; i < 3; i++) System.out.print(a[i][3] / a[i][i] + " ");
        System.out.println();
    }
}
