/** The spectral norm of an infinite matrix: divisions of doubles, and a small method in the innermost loop. */
public class SpectralNorm {
  static double entry(int i, int j) {
    return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);
  }

  static void multiply(double[] v, double[] result, boolean transposed) {
    for (int i = 0; i < v.length; i++) {
      double sum = 0;
      for (int j = 0; j < v.length; j++) {
        sum += (transposed ? entry(j, i) : entry(i, j)) * v[j];
      }
      result[i] = sum;
    }
  }

  public static void main(String[] args) {
    int n = 700;
    double[] u = new double[n];
    double[] v = new double[n];
    double[] between = new double[n];
    java.util.Arrays.fill(u, 1);
    for (int i = 0; i < 10; i++) {
      multiply(u, between, false);
      multiply(between, v, true);
      multiply(v, between, false);
      multiply(between, u, true);
    }
    double product = 0;
    double square = 0;
    for (int i = 0; i < n; i++) {
      product += u[i] * v[i];
      square += v[i] * v[i];
    }
    System.out.println(Math.sqrt(product / square));
  }
}
