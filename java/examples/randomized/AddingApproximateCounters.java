//@ args: 3 2
//@ label: "two" = returned:AddingApproximateCounters.add(int,int)=2
//@ reward: "estimate" = invoked:AddingApproximateCounters.event()
//@ ask: P=? [ F "two" ] = 15/32
//@ ask: R{"estimate"}=? [ F "end" ] = 5
//@ large: 8 8
//@ source: G. L. Steele Jr. and J.-B. Tristan, Adding approximate counters, PPoPP 2016

import hazard.Choice;

/**
 * Adds two approximate counters.
 *
 * <p>A counter with register k stands for 2^k - 1 events (Morris, 1978). The sum of two counters is again a register;
 * which of the two neighbouring ones is decided by a coin whose bias makes the estimate of the sum unbiased.
 *
 * <p>Property: the estimate of the sum expects to be the number of events counted by both together.
 */
public class AddingApproximateCounters {
  /** The number of events for which a register stands. */
  static int estimate(int register) {
    return (1 << register) - 1;
  }

  /** Flips a coin that is true with probability {@code numerator / 2^exponent}. */
  static boolean chance(int numerator, int exponent) {
    double p = (double) numerator / (1 << exponent);
    return Choice.make(new double[] {1 - p, p}) == 1;
  }

  /** Counts the given number of events in a register. */
  static int count(int events) {
    int register = 0;
    for (int i = 0; i < events; i++) {
      if (chance(1, register)) {
        register++;
      }
    }
    return register;
  }

  /** Returns the register of the sum of two registers. */
  static int add(int first, int second) {
    int larger = Math.max(first, second);
    int smaller = Math.min(first, second);
    // The sum lies between the estimates of the larger register and of its successor, which are 2^larger apart.
    return chance(estimate(smaller), larger) ? larger + 1 : larger;
  }

  /** One of the events for which a register stands: called so that they can be counted. */
  static void event() {}

  public static void main(String[] args) {
    int first = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int second = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int sum = add(count(first), count(second));
    for (int i = 0; i < estimate(sum); i++) {
      event();
    }
    System.out.println("about " + estimate(sum) + " events");
  }
}
