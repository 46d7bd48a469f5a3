//@ expect: exception
//@ message: []

import hazard.Choice;

/** The empty distribution sums to zero. */
public class NoAlternatives {
  public static void main(String[] args) {
    System.out.println(Choice.make(new double[0]));
  }
}
