//@ expect: exception
//@ message: [0.7, 0.3, 0.1]

import probabilistic.Choice;

/** Probabilities that sum to 1.1. */
public class SumTooLarge {
  public static void main(String[] args) {
    System.out.println(Choice.make(new double[] {0.7, 0.3, 0.1}));
  }
}
