//@ args: 3 2
//@ expect: holds
//@ label: "elected" = field:LeaderElection.elected=true
//@ ask: Pmin=? [ F "elected" ] = 21/32
//@ ask: Pmax=? [ F "elected" ] = 21/32
//@ large: 4 3
//@ source: A. Itai and M. Rodeh, Symmetry breaking in distributed networks, Information and Computation 88(1), 1990

import hazard.Coin;

/**
 * Anonymous nodes of a synchronous ring elect a leader: in each round every node still in the race flips a coin; those with
 * tails leave unless all have tails; one left is the leader.
 *
 * <p>Property: within r rounds with a probability that no schedule can change; for 3 nodes and 2 rounds 3/8 + 3/8 · 1/2 +
 * 1/4 · 3/8. Arguments: nodes, rounds.
 */
public class LeaderElection {
  static boolean elected;

  public static void main(String[] args) throws Exception {
    int nodes = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int racing = nodes;
    for (int round = 0; round < rounds && racing > 1; round++) {
      int[] coins = new int[racing];
      Thread[] threads = new Thread[racing];
      for (int i = 0; i < racing; i++) {
        int node = i;
        threads[i] = new Thread(() -> coins[node] = Coin.flip());
        threads[i].start();
      }
      int heads = 0;
      for (int i = 0; i < racing; i++) {
        threads[i].join();
        heads += coins[i];
      }
      racing = heads == 0 ? racing : heads;
    }
    elected = racing == 1;
  }
}
