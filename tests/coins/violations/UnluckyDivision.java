//@ expect: exception
//@ label: "failed" = thrown:java.lang.ArithmeticException
//@ ask: P=? [ F "failed" ] = 1/8

import java.util.Random;

/** Three tails in a row divide by zero. */
public class UnluckyDivision {
  public static void main(String[] args) {
    Random random = new Random();
    int heads = 0;
    for (int i = 0; i < 3; i++) {
      heads += random.nextBoolean() ? 1 : 0;
    }
    System.out.println(6 / heads);
  }
}
