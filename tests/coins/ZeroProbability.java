//@ args:
//@ label: "never" = invoked:ZeroProbability.never()
//@ label: "often" = invoked:ZeroProbability.often()
//@ ask: P=? [ F "never" ] = 0
//@ ask: P=? [ F "often" ] = 3/4

import hazard.Choice;

/** An alternative of probability zero is not taken; otherwise the division would fail. */
public class ZeroProbability {
  static void never() {}

  static void often() {}

  public static void main(String[] args) {
    switch (Choice.make(new double[] {0, 0.25, 0, 0.75, 0})) {
      case 1:
        System.out.println("seldom");
        break;
      case 3:
        often();
        break;
      default:
        never();
        System.out.println(1 / (args.length - args.length));
    }
  }
}
