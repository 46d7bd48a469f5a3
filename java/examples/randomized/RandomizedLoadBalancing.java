//@ args: 4 5
//@ label: "balanced" = returned:RandomizedLoadBalancing.isBalanced(int[],int)=true
//@ reward: "idle" = invoked:RandomizedLoadBalancing.idle()
//@ ask: P=? [ F "balanced" ] = 75/128
//@ ask: R{"idle"}=? [ F "end" ] = 243/256
//@ large: 8 10
//@ source: R. M. Karp, An introduction to randomized algorithms, Discrete Applied Mathematics 34, 1991

import java.util.Random;

/**
 * Sends each job to a random server, so that no server needs to know about the others. The coins are those of
 * {@code java.util.Random}.
 *
 * <p>Property: no server gets more than two jobs; the expected number of idle servers is n (1 - 1/n)^jobs.
 */
public class RandomizedLoadBalancing {
  static boolean isBalanced(int[] load, int bound) {
    for (int jobs : load) {
      if (jobs > bound) {
        return false;
      }
    }
    return true;
  }

  static void idle() {}

  public static void main(String[] args) {
    int servers = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    int jobs = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    Random random = new Random();
    int[] load = new int[servers];
    for (int job = 0; job < jobs; job++) {
      load[random.nextInt(servers)]++;
    }
    for (int count : load) {
      if (count == 0) {
        idle();
      }
    }
    System.out.println(isBalanced(load, 2) ? "balanced" : "not balanced");
  }
}
