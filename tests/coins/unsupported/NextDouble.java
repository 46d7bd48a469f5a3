//@ expect: unsupported
//@ message: NextDouble.java:9

import java.util.Random;

/** A double cannot be enumerated; the answer names this line and advises --random-grid. */
public class NextDouble {
  public static void main(String[] args) {
    double x = new Random().nextDouble();
    System.out.println(x < 0.5);
  }
}
