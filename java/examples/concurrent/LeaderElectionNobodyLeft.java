//@ args: 3 2
//@ expect: holds
//@ label: "elected" = field:LeaderElectionNobodyLeft.elected=true
//@ label: "nobody" = field:LeaderElectionNobodyLeft.nobodyLeft=true
//@ ask: Pmin=? [ F "elected" ] = 39/64
//@ ask: Pmax=? [ F "nobody" ] = 15/64
//@ large: 4 3
//@ source: after A. Itai and M. Rodeh, Symmetry breaking in distributed networks, Information and Computation 88(1), 1990

import hazard.Coin;

/**
 * {@link LeaderElection} that forgets the case that all have tails: then all leave, and nobody is left to lead.
 *
 * <p>Property: the probability that the race is lost for good; for 3 nodes and 2 rounds 1/8 + 3/8 · 1/4 + 1/8 · 1/8, whatever
 * the schedule. Arguments: nodes, rounds.
 */
public class LeaderElectionNobodyLeft {
  static boolean elected;
  static boolean nobodyLeft;

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
      racing = heads;
    }
    elected = racing == 1;
    nobodyLeft = racing == 0;
  }
}
