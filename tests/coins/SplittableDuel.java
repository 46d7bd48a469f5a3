//@ args:
//@ label: "tie" = returned:SplittableDuel.compare()=0
//@ label: "first" = returned:SplittableDuel.compare()=1
//@ ask: P=? [ F "tie" ] = 1/8
//@ ask: P=? [ F "first" ] = 7/16

import java.util.SplittableRandom;

/** Two generators split from one: a die with eight faces against one with four added to a coin. */
public class SplittableDuel {
  static int compare() {
    SplittableRandom random = new SplittableRandom();
    SplittableRandom other = random.split();
    int first = random.nextInt(8);
    int second = other.nextInt(4) + (other.nextBoolean() ? 4 : 0);
    return Integer.compare(first, second) == 0 ? 0 : first > second ? 1 : 2;
  }

  public static void main(String[] args) {
    System.out.println(compare());
  }
}
