//@ expect: exception
//@ message: [0.5, NaN]

import hazard.Choice;

/** An undefined probability. */
public class NotANumber {
  public static void main(String[] args) {
    double zero = args.length;
    System.out.println(Choice.make(new double[] {0.5, zero / zero}));
  }
}
