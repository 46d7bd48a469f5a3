//@ expect: unsupported
//@ message: NextGaussian.java:9

import java.util.Random;

/** Nor can a normal distribution. */
public class NextGaussian {
  public static void main(String[] args) {
    double x = new Random().nextGaussian();
    System.out.println(x < 0);
  }
}
