//@ args:
//@ label: "second" = returned:PenneysGame.winner()=2
//@ reward: "flips" = flips
//@ ask: P=? [ F "second" ] = 7/8
//@ ask: R{"flips"}=? [ F "end" ] = 7

import probabilistic.Coin;

/** Which comes first, heads-heads-heads or tails-heads-heads? The second one, unless the first three are heads. */
public class PenneysGame {
  static int winner() {
    int last = (Coin.flip() << 1 | Coin.flip()) & 7;
    while (true) {
      last = (last << 1 | Coin.flip()) & 7;
      if (last == 0b111) {
        return 1;
      }
      if (last == 0b011) {
        return 2;
      }
    }
  }

  public static void main(String[] args) {
    System.out.println(winner());
  }
}
