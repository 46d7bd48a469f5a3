//@ expect: exception
//@ message: [1.5, -0.5]

import hazard.Choice;

/** A negative probability, although the sum is one. */
public class NegativeProbability {
  public static void main(String[] args) {
    System.out.println(Choice.make(new double[] {1.5, -0.5}));
  }
}
