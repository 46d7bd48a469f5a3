//@ args: 4 4
//@ label: "one" = returned:TwoChoices.maximum(int,int)=1
//@ label: "two" = returned:TwoChoices.maximum(int,int)=2
//@ ask: P=? [ F "one" ] = 315/1024
//@ ask: P=? [ F "two" ] = 2745/4096

import java.util.concurrent.ThreadLocalRandom;

/** The power of two choices: each ball goes to the emptier of two random bins, the first if they are equal. */
public class TwoChoices {
  static int maximum(int balls, int bins) {
    int[] load = new int[bins];
    for (int i = 0; i < balls; i++) {
      int first = ThreadLocalRandom.current().nextInt(0, bins);
      int second = ThreadLocalRandom.current().nextInt(0, bins);
      load[load[second] < load[first] ? second : first]++;
    }
    int maximum = 0;
    for (int count : load) {
      maximum = Math.max(maximum, count);
    }
    return maximum;
  }

  public static void main(String[] args) {
    System.out.println(maximum(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
