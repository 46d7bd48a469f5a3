//@ args:
//@ label: "equal" = field:SetSeedStays.equal=true
//@ label: "coin" = field:SetSeedStays.coin=true
//@ ask: P=? [ F "equal" ] = 1
//@ ask: P=? [ F "coin" ] = 1/7

import java.util.Random;

/** A generator that gets a seed later is a coin until then. */
public class SetSeedStays {
  static boolean equal = false;
  static boolean coin = false;

  public static void main(String[] args) {
    Random random = new Random();
    if (random.nextInt(7) == 3) {
      coin = true;
    }
    random.setSeed(2026);
    int first = random.nextInt(1000);
    random.setSeed(2026);
    if (first == random.nextInt(1000)) {
      equal = true;
    }
  }
}
