//@ args: 2 1
//@ label: "optimal" = returned:AntColonySystem.best(int,int)=6
//@ ask: P=? [ F "optimal" ] = 234874597/253955520
//@ large: 3 2
//@ source: M. Dorigo and L. M. Gambardella, Ant colony system, IEEE Trans. Evolutionary Computation 1(1), 1997

import hazard.Choice;
import java.util.Arrays;

/**
 * Ants look for a short round trip through all cities.
 *
 * <p>With probability 1/2 an ant takes the edge that looks best (pheromone divided by length); otherwise it draws one
 * with probability proportional to that attraction. Each edge taken loses pheromone (the local rule); after each
 * iteration the edges of the best trip so far gain some (the global rule).
 *
 * <p>Property: how likely the colony has found the shortest trip after the given number of iterations.
 */
public class AntColonySystem {
  /** The distances between four cities; the shortest round trip, 0-1-2-3-0, has length 6. */
  static final int[][] DISTANCE = {{0, 1, 2, 2}, {1, 0, 2, 4}, {2, 2, 0, 1}, {2, 4, 1, 0}};

  static final int CITIES = DISTANCE.length;

  /** How much of the pheromone an update replaces. */
  static final double DECAY = 0.5;

  /** The pheromone of an edge at the start, to which the local rule draws it back. */
  static final double INITIAL = 1;

  /** The length of the best trip that the given number of iterations of the given number of ants find. */
  static int best(int iterations, int ants) {
    double[][] pheromone = new double[CITIES][CITIES];
    for (double[] row : pheromone) {
      Arrays.fill(row, INITIAL);
    }
    int[] bestTrip = null;
    int bestLength = Integer.MAX_VALUE;
    for (int i = 0; i < iterations; i++) {
      for (int ant = 0; ant < ants; ant++) {
        int[] trip = travel(pheromone);
        int length = length(trip);
        if (length < bestLength) {
          bestLength = length;
          bestTrip = trip;
        }
      }
      for (int k = 0; k < CITIES; k++) {
        deposit(pheromone, bestTrip[k], bestTrip[(k + 1) % CITIES], 12.0 / bestLength);
      }
    }
    return bestLength;
  }

  /** One ant's round trip from city 0. */
  static int[] travel(double[][] pheromone) {
    int[] trip = new int[CITIES];
    boolean[] visited = new boolean[CITIES];
    visited[0] = true;
    for (int k = 1; k < CITIES; k++) {
      int next = choose(pheromone, trip[k - 1], visited);
      deposit(pheromone, trip[k - 1], next, INITIAL);
      visited[next] = true;
      trip[k] = next;
    }
    deposit(pheromone, trip[CITIES - 1], 0, INITIAL);
    return trip;
  }

  /** The next city of an ant. */
  static int choose(double[][] pheromone, int city, boolean[] visited) {
    double[] attraction = new double[CITIES];
    double sum = 0;
    int favourite = -1;
    for (int next = 0; next < CITIES; next++) {
      if (!visited[next]) {
        attraction[next] = pheromone[city][next] / DISTANCE[city][next];
        sum += attraction[next];
        if (favourite < 0 || attraction[next] > attraction[favourite]) {
          favourite = next;
        }
      }
    }
    if (Choice.make(new double[] {0.5, 0.5}) == 0) {
      return favourite;
    }
    for (int next = 0; next < CITIES; next++) {
      attraction[next] /= sum;
    }
    return Choice.make(attraction);
  }

  static void deposit(double[][] pheromone, int from, int to, double amount) {
    double level = (1 - DECAY) * pheromone[from][to] + DECAY * amount;
    pheromone[from][to] = level;
    pheromone[to][from] = level;
  }

  static int length(int[] trip) {
    int length = 0;
    for (int k = 0; k < CITIES; k++) {
      length += DISTANCE[trip[k]][trip[(k + 1) % CITIES]];
    }
    return length;
  }

  public static void main(String[] args) {
    int iterations = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int ants = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    System.out.println("a round trip of length " + best(iterations, ants));
  }
}
