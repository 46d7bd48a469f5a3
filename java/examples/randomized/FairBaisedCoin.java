//@ args: 0.7
//@ alias: FairBiasedCoin
//@ label: "heads" = returned:FairBaisedCoin.flip(double)=true
//@ reward: "flips" = invoked:FairBaisedCoin.biased(double)
//@ ask: P=? [ F "heads" ] = 1/2
//@ ask: R{"flips"}=? [ F "end" ] = 100/21
//@ large: 0.999
//@ source: J. von Neumann, Various techniques used in connection with random digits, 1951

import hazard.Choice;

/**
 * Makes a fair coin from a biased one (the class is spelled as in the list it comes from).
 *
 * <p>The biased coin is flipped twice. Heads then tails counts as heads, tails then heads as tails; two equal sides
 * are forgotten.
 *
 * <p>Property: the coin is fair whatever the bias p; expected are 1 / (p (1 - p)) flips.
 */
public class FairBaisedCoin {
  static boolean biased(double p) {
    return Choice.make(new double[] {1 - p, p}) == 1;
  }

  static boolean flip(double p) {
    boolean first;
    boolean second;
    do {
      first = biased(p);
      second = biased(p);
    } while (first == second);
    return first;
  }

  public static void main(String[] args) {
    double p = args.length > 0 ? Double.parseDouble(args[0]) : 0.7;
    System.out.println(flip(p) ? "heads" : "tails");
  }
}
