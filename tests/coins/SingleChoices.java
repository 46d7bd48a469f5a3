//@ ask: P=? [ F "end" ] = 1/2

import hazard.Coin;
import java.util.Random;

/** Tails: the program draws one of one for ever, which decides nothing, and counts in a circle. */
public class SingleChoices {
  public static void main(String[] args) {
    Random random = new Random();
    int count = 0;
    if (Coin.flip() == 0) {
      while (true) {
        count = (count + 1 + random.nextInt(1)) % 7;
      }
    }
    System.out.println(count);
  }
}
