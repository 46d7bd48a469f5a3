//@ library: math3
import org.apache.commons.math3.analysis.polynomials.PolynomialFunction;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.fitting.PolynomialCurveFitter;
import org.apache.commons.math3.fitting.WeightedObservedPoints;
import org.apache.commons.math3.fraction.BigFraction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator;
import org.apache.commons.math3.ode.FirstOrderDifferentialEquations;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;
import java.util.Arrays;
import java.util.List;

/** Polynomials, matrices, fits, equations, programmes, transforms. */
public class MathModels {
  public static void main(String[] args) {
    PolynomialFunction cubic = new PolynomialFunction(new double[] {-6, 11, -6, 1});
    System.out.println(cubic + " " + cubic.derivative() + " " + new BrentSolver().solve(100, cubic, 2.5, 3.7));
    Array2DRowRealMatrix a = new Array2DRowRealMatrix(new double[][] {{4, 1, 2}, {1, 3, 0}, {2, 0, 5}});
    System.out.println(new LUDecomposition(a).getDeterminant() + " " + new QRDecomposition(a).getSolver().getInverse());
    WeightedObservedPoints points = new WeightedObservedPoints();
    SimpleRegression line = new SimpleRegression();
    MersenneTwister random = new MersenneTwister(5);
    for (int i = 0; i < 40; i++) {
      double y = 2 * i * i - 3 * i + 1 + random.nextDouble();
      points.add(i, y);
      line.addData(i, y);
    }
    System.out.println(Arrays.toString(PolynomialCurveFitter.create(2).fit(points.toList())) + " " + line.getSlope() + " " + line.getRSquare());
    double[] y = {1, 0};
    new DormandPrince853Integrator(1e-8, 1, 1e-10, 1e-10).integrate(new FirstOrderDifferentialEquations() {
      public int getDimension() {
        return 2;
      }

      public void computeDerivatives(double t, double[] state, double[] dot) {
        dot[0] = state[1];
        dot[1] = -state[0];
      }
    }, 0, y, 3, y);
    System.out.println(Arrays.toString(y));
    System.out.println(Arrays.toString(new SimplexSolver().optimize(new LinearObjectiveFunction(new double[] {3, 5}, 0),
        new LinearConstraintSet(List.of(new LinearConstraint(new double[] {1, 0}, Relationship.LEQ, 4), new LinearConstraint(new double[] {0, 2}, Relationship.LEQ, 12),
            new LinearConstraint(new double[] {3, 2}, Relationship.LEQ, 18))), GoalType.MAXIMIZE).getPoint()));
    System.out.println(Arrays.toString(new FastFourierTransformer(DftNormalization.STANDARD).transform(new double[] {1, 2, 3, 4}, TransformType.FORWARD)));
    System.out.println(new BigFraction(1, 3).pow(20).add(new BigFraction(2, 7)));
  }
}
