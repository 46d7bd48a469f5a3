//@ label: "six" = field:OptimalStopping.kept=6
//@ ask: Pmax=? [ F "six" ] = 91/216
//@ ask: Pmin=? [ F "six" ] = 1/216

import hazard.Die;
import hazard.Nondet;

/** Three rolls of a die, of which the player may keep any, but not go back. */
public class OptimalStopping {
  static int kept;

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      int face = Die.roll() + 1;
      if (i == 2 || Nondet.bool()) {
        kept = face;
        return;
      }
    }
  }
}
