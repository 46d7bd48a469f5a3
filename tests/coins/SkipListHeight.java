//@ args: 5 4
//@ label: "three" = returned:SkipListHeight.height(int,int)=3
//@ ask: P=? [ F "three" ] = 9031/32768

import hazard.Coin;

/** The height of a skip list of n nodes is at most h with probability (1 - 2^-h)^n. */
public class SkipListHeight {
  static int height(int n, int levelMax) {
    int height = 1;
    for (int i = 0; i < n; i++) {
      int level = 1;
      while (level < levelMax && Coin.flip() == 1) {
        level++;
      }
      height = Math.max(height, level);
    }
    return height;
  }

  public static void main(String[] args) {
    System.out.println(height(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
