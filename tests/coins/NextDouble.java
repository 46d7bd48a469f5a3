//@ args:
//@ label: "three" = field:NextDouble.heads=3
//@ label: "six" = returned:NextDouble.die(java.util.Random)=6
//@ label: "low" = returned:NextDouble.isLow(java.util.Random)=true
//@ label: "kept" = returned:NextDouble.isKept(java.util.Random)=true
//@ ask: P=? [ F "three" ] = 27/1000
//@ ask: P=? [ F "six" ] = 1/6
//@ ask: P=? [ F "low" ] = 1/5
//@ ask: P=? [ F "kept" ] = 1/8

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Coins and dice by nextDouble and nextFloat: constants are decimals, arithmetic with numbers is exact, boxes and lists keep draws. */
public class NextDouble {
  static int heads;

  static int die(Random random) {
    return (int) Math.floor(random.nextDouble() * 6) + 1;
  }

  static boolean isLow(Random random) {
    float[] draws = {random.nextFloat()};
    return draws.clone()[0] * 100 < 20;
  }

  static boolean isKept(Random random) {
    List<Double> draws = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      draws.add(random.nextDouble() - 0.5);
    }
    return draws.stream().allMatch(draw -> draw > 0);
  }

  public static void main(String[] args) {
    Random random = new Random();
    for (int i = 0; i < 3; i++) {
      if (random.nextDouble() < 0.3) {
        heads++;
      }
    }
    System.out.println(heads + " " + die(random) + " " + isLow(random) + " " + isKept(random));
  }
}
