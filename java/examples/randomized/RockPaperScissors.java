//@ args: 1
//@ label: "first" = returned:RockPaperScissors.play()=1
//@ reward: "rounds" = invoked:RockPaperScissors.round()
//@ ask: P=? [ F "first" ] = 1/2
//@ ask: R{"rounds"}=? [ F "end" ] = 3/2
//@ large: 200
//@ source: the children's game

import java.util.Random;

/**
 * Two players show rock (0), paper (1) or scissors (2) until one of them wins. The coins are those of
 * {@code java.util.Random}.
 *
 * <p>Property: either player wins with probability 1/2; expected are 3/2 rounds.
 */
public class RockPaperScissors {
  private static final Random random = new Random();

  /** 0 for a draw, otherwise the number of the winner. */
  static int round() {
    int first = random.nextInt(3);
    int second = random.nextInt(3);
    return (3 + first - second) % 3;
  }

  static int play() {
    int winner;
    do {
      winner = round();
    } while (winner == 0);
    return winner;
  }

  public static void main(String[] args) {
    int games = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    for (int i = 0; i < games; i++) {
      System.out.println("player " + play() + " wins");
    }
  }
}
