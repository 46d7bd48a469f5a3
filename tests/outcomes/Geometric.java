//@ expect: holds
//@ outputs: 0 | 1 | 2
//@ ask: 0 = 4/7
//@ ask: 1 = 2/7
//@ ask: 2 = 1/7
import java.util.Random;

/** How often heads came up, modulo three: 1/2 + 1/16 + … = 4/7, and half as much each time. */
public class Geometric {
  public static void main(String[] args) {
    Random random = new Random();
    int heads = 0;
    while (random.nextBoolean()) {
      heads = (heads + 1) % 3;
    }
    System.out.println(heads);
  }
}
