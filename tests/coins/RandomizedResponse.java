//@ args: 3 2
//@ label: "two" = returned:RandomizedResponse.survey(int,int)=2
//@ ask: P=? [ F "two" ] = 149/512

import java.util.concurrent.ThreadLocalRandom;

/** Warner's survey: who gets tails tells the truth, who gets heads answers with another flip. */
public class RandomizedResponse {
  static boolean answer(boolean truth) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return random.nextBoolean() ? random.nextBoolean() : truth;
  }

  /** The number of people who say yes, of the given numbers for whom that is true and not true. */
  static int survey(int yes, int no) {
    int count = 0;
    for (int i = 0; i < yes + no; i++) {
      count += answer(i < yes) ? 1 : 0;
    }
    return count;
  }

  public static void main(String[] args) {
    System.out.println(survey(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
