//@ args:
//@ reward: "rolls" = invoked:SnakesAndLadders.roll()
//@ label: "bitten" = field:SnakesAndLadders.bitten=true
//@ ask: R{"rolls"}=? [ F "end" ] = 1531/177
//@ ask: P=? [ F "bitten" ] = 8707/23328

import java.util.Random;

/**
 * A board of twelve fields with a ladder from 3 to 8 and a snake from 10 to 2; the last field must be met exactly.
 */
public class SnakesAndLadders {
  static boolean bitten = false;
  static final Random random = new Random();

  static int roll() {
    return 1 + random.nextInt(6);
  }

  public static void main(String[] args) {
    int field = 0;
    while (field < 12) {
      int next = field + roll();
      if (next <= 12) {
        field = next;
      }
      if (field == 3) {
        field = 8;
      } else if (field == 10) {
        bitten = true;
        field = 2;
      }
    }
  }
}
