//@ args: 6
//@ label: "opposite" = returned:CycleWalk.last(int)=3
//@ label: "neighbour" = returned:CycleWalk.last(int)=1
//@ reward: "steps" = flips
//@ ask: P=? [ F "opposite" ] = 1/5
//@ ask: P=? [ F "neighbour" ] = 1/5
//@ ask: R{"steps"}=? [ F "end" ] = 15

import hazard.Coin;

/**
 * A walk on a cycle of n vertices visits each of the others last with the same probability; n (n-1)/2 steps cover it.
 */
public class CycleWalk {
  static int last(int n) {
    int seen = 1;
    int vertex = 0;
    while (true) {
      vertex = (vertex + (Coin.flip() == 0 ? 1 : n - 1)) % n;
      seen |= 1 << vertex;
      if (Integer.bitCount(seen) == n) {
        return vertex;
      }
    }
  }

  public static void main(String[] args) {
    System.out.println(last(Integer.parseInt(args[0])));
  }
}
