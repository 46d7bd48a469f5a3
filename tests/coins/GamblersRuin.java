//@ args: 3 7
//@ label: "ruin" = returned:GamblersRuin.play(int,int)=false
//@ reward: "rounds" = invoked:GamblersRuin.wins()
//@ ask: P=? [ F "ruin" ] = 1755/2059
//@ ask: R{"rounds"}=? [ F "end" ] = 20245/2059

import hazard.Choice;

/** A gambler wins a round with probability 2/5 and plays until she has lost all or has the target. */
public class GamblersRuin {
  static boolean wins() {
    return Choice.make(new double[] {0.6, 0.4}) == 1;
  }

  static boolean play(int money, int target) {
    while (money > 0 && money < target) {
      money += wins() ? 1 : -1;
    }
    return money > 0;
  }

  public static void main(String[] args) {
    System.out.println(play(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
