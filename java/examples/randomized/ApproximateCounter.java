//@ args: 6
//@ label: "three" = returned:ApproximateCounter.register()=3
//@ reward: "estimate" = invoked:ApproximateCounter.event()
//@ ask: P=? [ F "three" ] = 1885/4096
//@ ask: R{"estimate"}=? [ F "end" ] = 6
//@ large: 12
//@ source: R. H. Morris Sr., Counting large numbers of events in small registers, Comm. ACM 21(10), 1978

import hazard.Choice;

/**
 * Counts many events in a small register.
 *
 * <p>At register k an event increments the register with probability 2^-k; then 2^k - 1 estimates the number of
 * events.
 *
 * <p>Property: the estimate expects to be exactly the number of events.
 */
public class ApproximateCounter {
  private int register;

  void increment() {
    double p = 1.0 / (1 << register);
    if (Choice.make(new double[] {1 - p, p}) == 1) {
      register++;
    }
  }

  int register() {
    return register;
  }

  /** One of the events for which the register stands: called so that they can be counted. */
  static void event() {}

  public static void main(String[] args) {
    int events = args.length > 0 ? Integer.parseInt(args[0]) : 6;
    ApproximateCounter counter = new ApproximateCounter();
    for (int i = 0; i < events; i++) {
      counter.increment();
    }
    int estimate = (1 << counter.register()) - 1;
    for (int i = 0; i < estimate; i++) {
      event();
    }
    System.out.println("about " + estimate + " events");
  }
}
