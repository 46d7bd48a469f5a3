import org.apache.commons.math3.analysis.*;
import org.apache.commons.math3.analysis.integration.*;
import org.apache.commons.math3.analysis.interpolation.*;
import org.apache.commons.math3.analysis.polynomials.*;
import org.apache.commons.math3.analysis.solvers.*;
import org.apache.commons.math3.complex.*;
import org.apache.commons.math3.fraction.*;
import org.apache.commons.math3.ode.nonstiff.*;
import org.apache.commons.math3.ode.*;
import org.apache.commons.math3.optim.linear.*;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.primes.Primes;
import org.apache.commons.math3.transform.*;
import org.apache.commons.math3.util.*;
import java.util.*;
public class MathAnalysis {
    static String f(double d) { return String.format(Locale.ROOT, "%.7f", Math.abs(d) < 1e-9 ? 0.0 : d); }
    public static void main(String[] args) {
        UnivariateFunction g = x -> x * x * x - 2 * x - 5;
        System.out.println(f(new BrentSolver().solve(200, g, 2, 3)) + " " + f(new BisectionSolver(1e-10).solve(200, g, 2, 3)) + " " + f(new SimpsonIntegrator().integrate(10000, g, 0, 2)) + " " + f(new RombergIntegrator().integrate(10000, x -> 1 / (1 + x * x), 0, 1)));
        PolynomialFunction p = new PolynomialFunction(new double[] {-6, 11, -6, 1});
        StringBuilder roots = new StringBuilder();
        Complex[] cs = new LaguerreSolver().solveAllComplex(p.getCoefficients(), 0);
        double[] re = Arrays.stream(cs).mapToDouble(Complex::getReal).sorted().toArray();
        for (double x : re) roots.append(f(x)).append(' ');
        System.out.println(roots + "" + p + " | " + p.polynomialDerivative() + " | " + p.multiply(p).degree());
        PolynomialSplineFunction sp = new SplineInterpolator().interpolate(new double[] {0, 1, 2, 3}, new double[] {0, 1, 8, 27});
        System.out.println(f(sp.value(1.5)) + " " + f(sp.derivative().value(2)));
        System.out.println(new Complex(3, 4).multiply(new Complex(0, 1)).add(Complex.ONE) + " " + f(new Complex(3, 4).abs()) + " " + new Fraction(3, 4).add(new Fraction(5, 6)) + " " + new BigFraction(355, 113).pow(5) + " " + new Fraction(Math.PI, 1000));
        Complex[] fft = new FastFourierTransformer(DftNormalization.STANDARD).transform(new double[] {1, 2, 3, 4, 0, 0, 0, 0}, TransformType.FORWARD);
        System.out.println(f(fft[0].getReal()) + " " + f(fft[1].getReal()) + " " + f(fft[1].getImaginary()));
        System.out.println(CombinatoricsUtils.binomialCoefficient(30, 15) + " " + CombinatoricsUtils.factorial(20) + " " + ArithmeticUtils.gcd(1071, 462) + " " + ArithmeticUtils.lcm(12, 18) + " " + Primes.primeFactors(600851) + " " + Primes.nextPrime(1000) + " " + Primes.isPrime(7919));
        double[] y = {1, 0};
        new DormandPrince853Integrator(1e-8, 0.1, 1e-10, 1e-10).integrate(new FirstOrderDifferentialEquations() { public int getDimension() { return 2; } public void computeDerivatives(double t, double[] v, double[] d) { d[0] = v[1]; d[1] = -v[0]; } }, 0, y, 3, y);
        System.out.println(f(y[0]) + " " + f(y[1]));
        var best = new SimplexSolver().optimize(new LinearObjectiveFunction(new double[] {3, 5}, 0), new LinearConstraintSet(List.of(new LinearConstraint(new double[] {1, 0}, Relationship.LEQ, 4), new LinearConstraint(new double[] {0, 2}, Relationship.LEQ, 12), new LinearConstraint(new double[] {3, 2}, Relationship.LEQ, 18))), GoalType.MAXIMIZE, new NonNegativeConstraint(true));
        System.out.println(f(best.getValue()) + " " + f(best.getPoint()[0]) + " " + f(best.getPoint()[1]));
        Iterator<int[]> comb = CombinatoricsUtils.combinationsIterator(5, 3);
        int n = 0, sum = 0;
        while (comb.hasNext()) { n++; sum += Arrays.hashCode(comb.next()); }
        System.out.println(n + " " + sum + " " + FastMath.floorMod(-7, 3) + " " + Precision.round(2.345, 2) + " " + Precision.equals(0.1 + 0.2, 0.3, 1e-12));
    }
}
