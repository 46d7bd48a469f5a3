//@ args:
//@ label: "zero" = returned:NextIntOne.draw()=0
//@ label: "three" = returned:NextIntOne.draw()=3
//@ ask: P=? [ F "zero" ] = 1/4
//@ ask: P=? [ F "three" ] = 1/4

import java.util.Random;

/** A choice with one alternative is none; powers of two and other bounds take different ways in the library. */
public class NextIntOne {
  static int draw() {
    Random random = new Random();
    return random.nextInt(1) + (random.nextInt(8) + random.nextInt(8)) % 4;
  }

  public static void main(String[] args) {
    System.out.println(draw());
  }
}
