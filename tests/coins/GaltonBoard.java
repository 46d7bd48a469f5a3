//@ args: 8
//@ label: "middle" = returned:GaltonBoard.bin(int)=4
//@ reward: "flips" = flips
//@ ask: P=? [ F "middle" ] = 35/128
//@ ask: R{"flips"}=? [ F "end" ] = 8

import hazard.Coin;

/** A ball falls through n rows of pins into bin k with probability (n over k) / 2^n. */
public class GaltonBoard {
  static int bin(int rows) {
    int bin = 0;
    for (int row = 0; row < rows; row++) {
      bin += Coin.flip();
    }
    return bin;
  }

  public static void main(String[] args) {
    System.out.println(bin(Integer.parseInt(args[0])));
  }
}
