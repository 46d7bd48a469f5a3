//@ args: 4
//@ label: "none" = returned:BanachMatchboxes.left(int)=0
//@ label: "two" = returned:BanachMatchboxes.left(int)=2
//@ ask: P=? [ F "none" ] = 35/128
//@ ask: P=? [ F "two" ] = 15/64

import hazard.Coin;

/** Matches are taken from two pockets at random; how many are left in one when the other is found empty? */
public class BanachMatchboxes {
  static int left(int n) {
    int[] box = {n, n};
    while (true) {
      int pocket = Coin.flip();
      if (box[pocket] == 0) {
        return box[1 - pocket];
      }
      box[pocket]--;
    }
  }

  public static void main(String[] args) {
    System.out.println(left(Integer.parseInt(args[0])));
  }
}
