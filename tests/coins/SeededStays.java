//@ args:
//@ label: "certain" = returned:SeededStays.draw()=0
//@ label: "coin" = field:SeededStays.coin=true
//@ ask: P=? [ F "certain" ] = 1
//@ ask: P=? [ F "coin" ] = 1/2

import java.util.Random;

/** A generator with a seed is no coin: new Random(42).nextInt(10) is 0 on every machine. One without a seed is. */
public class SeededStays {
  static boolean coin = false;

  static int draw() {
    return new Random(42).nextInt(10);
  }

  public static void main(String[] args) {
    System.out.println(draw());
    if (new Random().nextBoolean()) {
      coin = true;
    }
  }
}
