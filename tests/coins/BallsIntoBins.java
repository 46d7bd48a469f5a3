//@ args: 5 4
//@ label: "two" = returned:BallsIntoBins.maximum(int,int)=2
//@ label: "five" = returned:BallsIntoBins.maximum(int,int)=5
//@ ask: P=? [ F "two" ] = 75/128
//@ ask: P=? [ F "five" ] = 1/256

import java.util.concurrent.ThreadLocalRandom;

/** The largest number of balls in one bin. */
public class BallsIntoBins {
  static int maximum(int balls, int bins) {
    int[] load = new int[bins];
    int maximum = 0;
    for (int i = 0; i < balls; i++) {
      int bin = ThreadLocalRandom.current().nextInt(bins);
      maximum = Math.max(maximum, ++load[bin]);
    }
    return maximum;
  }

  public static void main(String[] args) {
    System.out.println(maximum(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
