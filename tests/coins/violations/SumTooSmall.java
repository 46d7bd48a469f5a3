//@ expect: exception
//@ message: [0.25, 0.5]
//@ label: "thrown" = thrown:java.lang.IllegalArgumentException
//@ ask: P=? [ F "thrown" ] = 1/2

import hazard.Choice;
import hazard.Coin;

/** Probabilities that sum to 3/4, given after a coin came up heads. */
public class SumTooSmall {
  public static void main(String[] args) {
    double[] right = {0.5, 0.5};
    double[] wrong = {0.25, 0.5};
    System.out.println(Choice.make(Coin.flip() == 1 ? wrong : right));
  }
}
