//@ args: 1
//@ label: "six" = returned:KnuthYaoDie.roll()=6
//@ reward: "flips" = flips
//@ ask: P=? [ F "six" ] = 1/6
//@ ask: R{"flips"}=? [ F "end" ] = 11/3
//@ large: 200
//@ source: D. E. Knuth and A. C. Yao, The complexity of nonuniform random number generation, 1976

import hazard.Coin;

/**
 * A fair die made of a fair coin.
 *
 * <p>The coin leads through a binary tree with seven inner nodes, two of which lead back into the tree.
 *
 * <p>Property: each face has probability 1/6; expected are 11/3 flips, and no method needs fewer.
 */
public class KnuthYaoDie {
  static int roll() {
    int state = 0;
    while (true) {
      int flip = Coin.flip();
      switch (state) {
        case 0:
          state = 1 + flip;
          break;
        case 1:
          state = 3 + flip;
          break;
        case 2:
          state = 5 + flip;
          break;
        case 3:
          if (flip == 1) {
            return 1;
          }
          state = 1;
          break;
        case 4:
          return 2 + flip;
        case 5:
          return 4 + flip;
        default:
          if (flip == 1) {
            return 6;
          }
          state = 2;
      }
    }
  }

  public static void main(String[] args) {
    int rolls = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    for (int i = 0; i < rolls; i++) {
      System.out.println(roll());
    }
  }
}
