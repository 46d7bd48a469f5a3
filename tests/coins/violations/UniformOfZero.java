//@ expect: exception
//@ message: not 0

import hazard.UniformChoice;

/** A uniform choice between no alternatives. */
public class UniformOfZero {
  public static void main(String[] args) {
    System.out.println(UniformChoice.make(args.length));
  }
}
