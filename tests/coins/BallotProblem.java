//@ args: 5 3
//@ label: "ahead" = returned:BallotProblem.isAlwaysAhead(int,int)=true
//@ ask: P=? [ F "ahead" ] = 1/4

import hazard.UniformChoice;

/** Votes are counted in random order: the winner is ahead all the time with probability (a - b)/(a + b). */
public class BallotProblem {
  static boolean isAlwaysAhead(int a, int b) {
    int lead = 0;
    while (a + b > 0) {
      if (UniformChoice.make(a + b) < a) {
        a--;
        lead++;
      } else {
        b--;
        lead--;
      }
      if (lead <= 0) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    System.out.println(isAlwaysAhead(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
