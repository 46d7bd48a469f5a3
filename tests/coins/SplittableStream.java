//@ label: "two" = returned:SplittableStream.evens()=2
//@ ask: P=? [ F "two" ] = 3/8

import java.util.SplittableRandom;

/** Streams of an unseeded SplittableRandom, and of one split off, are coins too. */
public class SplittableStream {
  static int evens() {
    SplittableRandom random = new SplittableRandom().split();
    return (int) random.ints(3, 0, 4).filter(number -> number % 2 == 0).count();
  }

  public static void main(String[] args) {
    System.out.println(evens());
  }
}
