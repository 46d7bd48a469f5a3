//@ args:
//@ label: "win" = returned:TennisDeuce.game()=true
//@ reward: "points" = invoked:TennisDeuce.point()
//@ ask: P=? [ F "win" ] = 9/13
//@ ask: R{"points"}=? [ F "end" ] = 50/13

import probabilistic.Choice;

/** From deuce, who wins a point with probability p wins the game with p^2 / (p^2 + (1-p)^2). */
public class TennisDeuce {
  static boolean point() {
    return Choice.make(new double[] {0.6, 0.4}) == 0;
  }

  static boolean game() {
    int lead = 0;
    while (lead > -2 && lead < 2) {
      lead += point() ? 1 : -1;
    }
    return lead > 0;
  }

  public static void main(String[] args) {
    System.out.println(game());
  }
}
