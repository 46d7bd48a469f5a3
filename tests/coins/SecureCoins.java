//@ args: 6
//@ label: "run" = returned:SecureCoins.hasRun(int)=true
//@ ask: P=? [ F "run" ] = 43/64

import java.security.SecureRandom;

/** Two heads in a row among n flips: 1 - F(n+2) / 2^n, with Fibonacci's numbers. */
public class SecureCoins {
  static boolean hasRun(int n) {
    SecureRandom random = new SecureRandom();
    boolean last = false;
    boolean found = false;
    for (int i = 0; i < n; i++) {
      boolean head = random.nextBoolean();
      found |= head && last;
      last = head;
    }
    return found;
  }

  public static void main(String[] args) {
    System.out.println(hasRun(Integer.parseInt(args[0])));
  }
}
