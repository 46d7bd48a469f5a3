//@ args:
//@ label: "first" = returned:RussianRoulette.loser()=0
//@ reward: "shots" = invoked:RussianRoulette.isHit()
//@ ask: P=? [ F "first" ] = 6/11
//@ ask: R{"shots"}=? [ F "end" ] = 6

import hazard.UniformChoice;

/** Two players spin the drum before each shot: the first loses with probability 6/11. */
public class RussianRoulette {
  static boolean isHit() {
    return UniformChoice.make(6) == 0;
  }

  static int loser() {
    int player = 0;
    while (!isHit()) {
      player = 1 - player;
    }
    return player;
  }

  public static void main(String[] args) {
    System.out.println(loser());
  }
}
