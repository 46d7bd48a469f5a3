//@ args: 3
//@ label: "ten" = returned:StreamOfInts.sum(int)=10
//@ ask: P=? [ F "ten" ] = 1/8

import java.util.Random;

/** The sum of three dice from a stream of Random is ten with probability 27/216. */
public class StreamOfInts {
  static int sum(int dice) {
    return new Random().ints(dice, 1, 7).sum();
  }

  public static void main(String[] args) {
    System.out.println(sum(Integer.parseInt(args[0])));
  }
}
