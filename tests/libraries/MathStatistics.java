import org.apache.commons.math3.distribution.*;
import org.apache.commons.math3.random.*;
import org.apache.commons.math3.stat.descriptive.*;
import org.apache.commons.math3.stat.regression.*;
import org.apache.commons.math3.stat.correlation.*;
public class MathStatistics {
    static String f(double d) { return String.format(java.util.Locale.ROOT, "%.8f", d); }
    public static void main(String[] args) {
        RandomGenerator r = new MersenneTwister(42);
        DescriptiveStatistics s = new DescriptiveStatistics();
        double[] xs = new double[300], ys = new double[300];
        for (int i = 0; i < 300; i++) { xs[i] = r.nextInt(1000) / 10.0; ys[i] = 3 * xs[i] - 7 + r.nextInt(9) - 4; s.addValue(xs[i]); }
        System.out.println(f(s.getMean()) + " " + f(s.getStandardDeviation()) + " " + f(s.getPercentile(75)) + " " + f(s.getSkewness()) + " " + f(s.getKurtosis()) + " " + s.getMin() + " " + s.getMax());
        SimpleRegression reg = new SimpleRegression();
        for (int i = 0; i < 300; i++) reg.addData(xs[i], ys[i]);
        System.out.println(f(reg.getSlope()) + " " + f(reg.getIntercept()) + " " + f(reg.getRSquare()) + " " + f(new PearsonsCorrelation().correlation(xs, ys)) + " " + f(new SpearmansCorrelation().correlation(xs, ys)));
        NormalDistribution n = new NormalDistribution(1, 2);
        System.out.println(f(n.cumulativeProbability(2)) + " " + f(n.inverseCumulativeProbability(0.9)) + " " + f(n.density(0)) + " " + f(new BinomialDistribution(20, 0.3).cumulativeProbability(7)) + " " + f(new PoissonDistribution(4).probability(6)) + " " + f(new ChiSquaredDistribution(5).cumulativeProbability(11.07)) + " " + f(new TDistribution(9).inverseCumulativeProbability(0.975)) + " " + f(new GammaDistribution(2, 3).cumulativeProbability(5)) + " " + f(new BetaDistribution(2, 5).getNumericalMean()));
        Well19937c w = new Well19937c(7);
        System.out.println(w.nextInt() + " " + w.nextLong() + " " + w.nextInt(100) + " " + w.nextBoolean() + " " + new ISAACRandom(3).nextInt() + " " + new MersenneTwister(1).nextDouble());
        try { new NormalDistribution(0, -1); } catch (org.apache.commons.math3.exception.NotStrictlyPositiveException e) { System.out.println(e.getMessage()); }
    }
}
