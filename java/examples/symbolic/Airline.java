//@ args: 3
//@ pse: --target failure --max
//@ expect-value: 3/8
//@ pse: --target failure --min
//@ expect-value: 0
//@ large: 20
//@ source: the airline subject of K. Luckow et al., Exact and approximate probabilistic symbolic execution, ASE 2014

import hazard.Symbolic;

/**
 * Two agents sell seats of one flight; each asks for as many as its customer wants, an input between none and all.
 *
 * <p>Failure: overbooked. Under the worst schedule both look before either sells, which fails if both together want more than
 * there is. Argument: seats.
 */
public class Airline {
  private final int seats;
  private volatile int sold;

  Airline(int seats) {
    this.seats = seats;
  }

  void sell(int wanted) {
    if (sold + wanted <= seats) {
      synchronized (this) {
        sold += wanted;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int seats = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    Airline airline = new Airline(seats);
    int first = Symbolic.integer("first", 0, seats);
    int second = Symbolic.integer("second", 0, seats);
    Thread one = new Thread(() -> airline.sell(first), "agent one");
    Thread two = new Thread(() -> airline.sell(second), "agent two");
    one.start();
    two.start();
    one.join();
    two.join();
    assert airline.sold <= seats : "overbooked";
  }
}
