import probabilistic.Coin;

/** Flips some coins (two, or as many as its argument says) and does with the heads whatever a label can notice. */
public class Coins {
  static int heads;
  static boolean all;

  static synchronized void count(int side) {
    heads += side;
  }

  static boolean isAll(int heads, int flips) {
    return heads == flips;
  }

  static int twice(int number) {
    return 2 * number;
  }

  static void done() {}

  static void refuse(int heads) {
    if (heads == 0) {
      throw new IllegalStateException("no heads");
    }
  }

  public static void main(String[] args) {
    int flips = args.length == 0 ? 2 : Integer.parseInt(args[0]);
    int left = flips;
    boolean over = false;
    while (left > 0) {
      count(Coin.flip());
      left--;
    }
    over = true;
    all = isAll(heads, flips);
    twice(heads);
    try {
      refuse(heads);
    } catch (IllegalStateException e) {
      // It was only thrown to be seen.
    }
    done();
  }
}
