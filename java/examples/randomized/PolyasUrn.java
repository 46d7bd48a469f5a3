//@ args: 2 1 4
//@ label: "four" = returned:PolyasUrn.red()=4
//@ reward: "reds" = invoked:PolyasUrn.addRed()
//@ ask: P=? [ F "four" ] = 1/5
//@ ask: R{"reds"}=? [ F "end" ] = 8/3
//@ large: 3 2 100
//@ source: N. L. Johnson and S. Kotz, Urn models and their application, 1977

import hazard.Choice;

/**
 * An urn with red and black balls: each ball drawn is put back together with another one of its colour.
 *
 * <p>Property: the number of red balls has a beta-binomial distribution; the expected fraction of red balls never
 * changes.
 */
public class PolyasUrn {
  private int red;
  private int black;

  PolyasUrn(int red, int black) {
    this.red = red;
    this.black = black;
  }

  int red() {
    return red;
  }

  private void addRed() {
    red++;
  }

  void draw() {
    double p = (double) red / (red + black);
    if (Choice.make(new double[] {1 - p, p}) == 1) {
      addRed();
    } else {
      black++;
    }
  }

  public static void main(String[] args) {
    int red = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int black = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    int draws = args.length > 2 ? Integer.parseInt(args[2]) : 4;
    PolyasUrn urn = new PolyasUrn(red, black);
    for (int i = 0; i < draws; i++) {
      urn.draw();
    }
    System.out.println(urn.red() + " red balls");
  }
}
