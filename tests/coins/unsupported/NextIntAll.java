//@ expect: unsupported
//@ message: NextIntAll.java:9

import java.util.Random;

/** Nor all 2^32 integers. */
public class NextIntAll {
  public static void main(String[] args) {
    int x = new Random().nextInt();
    System.out.println(x < 0);
  }
}
