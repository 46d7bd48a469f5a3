//@ args: 2
//@ label: "won" = returned:GameTree.evaluate(int)=true
//@ reward: "leaves" = invoked:GameTree.leaf(int)
//@ ask: P=? [ F "won" ] = 1
//@ ask: R{"leaves"}=? [ F "end" ] = 11/2
//@ large: 4
//@ source: M. Snir, Lower bounds on probabilistic linear decision trees, Theoretical Computer Science 38, 1985; R. Motwani and P. Raghavan, Randomized algorithms, Section 2.1

import hazard.Coin;

/**
 * Evaluates a game tree, looking at few leaves.
 *
 * <p>Even levels are AND nodes, odd levels OR nodes, each with two children. The child to evaluate first is drawn by
 * a coin; the other is skipped if the first decides.
 *
 * <p>Property: any tree with 4^k leaves expects at most 3^k leaves to be looked at, although every deterministic
 * algorithm has trees of which it needs all.
 */
public class GameTree {
  /** The leaf with the given number: true unless its number is divisible by three. */
  static boolean leaf(int number) {
    return number % 3 != 0;
  }

  static boolean evaluate(int height) {
    return and(height, 0);
  }

  /** The AND node above the 4^height leaves from the given one on. */
  static boolean and(int height, int first) {
    if (height == 0) {
      return leaf(first);
    }
    int half = 1 << (2 * height - 1);
    int side = Coin.flip();
    return or(height, first + side * half) && or(height, first + (1 - side) * half);
  }

  /** The OR node above the 4^height / 2 leaves from the given one on. */
  static boolean or(int height, int first) {
    int quarter = 1 << (2 * height - 2);
    int side = Coin.flip();
    return and(height - 1, first + side * quarter) || and(height - 1, first + (1 - side) * quarter);
  }

  public static void main(String[] args) {
    int height = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    System.out.println(evaluate(height));
  }
}
