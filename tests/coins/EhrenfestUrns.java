//@ args: 4
//@ reward: "moves" = invoked:EhrenfestUrns.move(int,int)
//@ ask: R{"moves"}=? [ F "end" ] = 64/3

import hazard.UniformChoice;

/**
 * Ehrenfest's urns: a random one of n balls changes its urn; how long until the first urn, full at first, is empty?
 */
public class EhrenfestUrns {
  static int move(int inFirst, int n) {
    return UniformChoice.make(n) < inFirst ? inFirst - 1 : inFirst + 1;
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    int inFirst = n;
    while (inFirst > 0) {
      inFirst = move(inFirst, n);
    }
  }
}
