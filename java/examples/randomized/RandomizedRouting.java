//@ args: 2 4
//@ label: "fast" = returned:RandomizedRouting.isFast(int,int)=true
//@ reward: "steps" = invoked:RandomizedRouting.step(int[],int[])
//@ ask: P=? [ F "fast" ] = 121/128
//@ ask: R{"steps"}=? [ F "end" ] = 891/256
//@ large: 3 4
//@ source: L. G. Valiant and G. J. Brebner, Universal schemes for parallel communication, STOC 1981

import hazard.UniformChoice;

/**
 * Routes packets through a hypercube, each node sending one to the node with all bits flipped, over random nodes in
 * between.
 *
 * <p>In phase one the packets go to their nodes in between, in phase two to where they belong. A packet corrects the
 * lowest wrong bit first. In one step an edge carries one packet in each direction; the one with the lowest number
 * goes, the others wait. Only the first packets, as many as told, take a random way; the others go straight in phase
 * two.
 *
 * <p>Property: both phases together take at most as many steps as there are bits, plus two.
 */
public class RandomizedRouting {
  /** Moves each packet that is not at its goal over one edge, if that is free. */
  static void step(int[] at, int[] goal) {
    boolean[][] busy = new boolean[at.length][at.length];
    for (int packet = 0; packet < at.length; packet++) {
      int node = at[packet];
      int next = node ^ Integer.lowestOneBit(node ^ goal[packet]);
      if (next != node && !busy[node][next]) {
        busy[node][next] = true;
        at[packet] = next;
      }
    }
  }

  static boolean haveArrived(int[] at, int[] goal) {
    for (int packet = 0; packet < at.length; packet++) {
      if (at[packet] != goal[packet]) {
        return false;
      }
    }
    return true;
  }

  /** Routes all packets to their goals and returns the number of steps. */
  static int route(int[] at, int[] goal) {
    int steps = 0;
    while (!haveArrived(at, goal)) {
      step(at, goal);
      steps++;
    }
    return steps;
  }

  static boolean isFast(int steps, int dimensions) {
    return steps <= dimensions + 2;
  }

  public static void main(String[] args) {
    int dimensions = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int random = args.length > 1 ? Integer.parseInt(args[1]) : 4;
    int nodes = 1 << dimensions;
    int[] at = new int[nodes];
    int[] between = new int[nodes];
    int[] goal = new int[nodes];
    for (int packet = 0; packet < nodes; packet++) {
      at[packet] = packet;
      between[packet] = packet < random ? UniformChoice.make(nodes) : packet;
      goal[packet] = nodes - 1 - packet;
    }
    int steps = route(at, between) + route(at, goal);
    System.out.println(steps + " steps" + (isFast(steps, dimensions) ? ": fast" : ""));
  }
}
