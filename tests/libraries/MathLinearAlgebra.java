import org.apache.commons.math3.linear.*;
public class MathLinearAlgebra {
    static void show(String what, double[] v) { StringBuilder b = new StringBuilder(what); for (double x : v) b.append(String.format(java.util.Locale.ROOT, " %.9f", x + 0.0)); System.out.println(b.toString().replace("-0.000000000", "0.000000000")); }
    public static void main(String[] args) {
        double[][] data = {{4, -2, 1, 0}, {-2, 4, -2, 1}, {1, -2, 4, -2}, {0, 1, -2, 4}};
        RealMatrix m = MatrixUtils.createRealMatrix(data);
        show("lu", new LUDecomposition(m).getSolver().solve(new ArrayRealVector(new double[] {11, -16, 17, 3})).toArray());
        show("qr", new QRDecomposition(m).getSolver().solve(new ArrayRealVector(new double[] {1, 0, 0, 1})).toArray());
        show("cholesky", new CholeskyDecomposition(m).getL().getColumn(0));
        show("det", new double[] {new LUDecomposition(m).getDeterminant()});
        show("eigen", new EigenDecomposition(m).getRealEigenvalues());
        show("svd", new SingularValueDecomposition(MatrixUtils.createRealMatrix(new double[][] {{1, 2}, {3, 4}, {5, 6}})).getSingularValues());
        RealMatrix p = m.multiply(MatrixUtils.inverse(m)).subtract(MatrixUtils.createRealIdentityMatrix(4));
        System.out.println(p.getNorm() < 1e-12);
        try { new LUDecomposition(MatrixUtils.createRealMatrix(new double[][] {{1, 2}, {2, 4}})).getSolver().getInverse(); } catch (SingularMatrixException e) { System.out.println(e.getMessage()); }
        try { m.multiply(MatrixUtils.createRealMatrix(3, 3)); } catch (org.apache.commons.math3.exception.DimensionMismatchException e) { System.out.println(e.getMessage()); }
    }
}
