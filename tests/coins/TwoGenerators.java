//@ args:
//@ label: "same" = returned:TwoGenerators.agree()=true
//@ ask: P=? [ F "same" ] = 1/6

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** Generators made one after the other, kept in fields, and that of the thread are independent. */
public class TwoGenerators {
  private static final Random first = new Random();
  private final Random second = new Random();

  static boolean agree() {
    int a = first.nextInt(2);
    int b = new TwoGenerators().second.nextInt(2);
    int c = ThreadLocalRandom.current().nextInt(3);
    return a == b && b == c;
  }

  public static void main(String[] args) {
    System.out.println(agree());
  }
}
