/** The product of two square matrices: nested arrays of doubles. */
public class MatrixProduct {
  public static void main(String[] args) {
    int n = 240;
    double[][] a = new double[n][n];
    double[][] b = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = i - j;
        b[i][j] = i + 2 * j;
      }
    }
    double[][] c = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
          sum += a[i][k] * b[k][j];
        }
        c[i][j] = sum;
      }
    }
    System.out.println(c[3][5] + " " + c[n - 1][n - 1]);
  }
}
