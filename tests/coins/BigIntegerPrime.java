//@ args: 6
//@ label: "prime" = field:BigIntegerPrime.prime=true
//@ ask: P=? [ F "prime" ] = 9/32

import java.math.BigInteger;
import java.util.Random;

/** A random number of n bits is prime: of the numbers below 64 there are 18. */
public class BigIntegerPrime {
  static boolean prime = false;

  public static void main(String[] args) {
    int n = new BigInteger(Integer.parseInt(args[0]), new Random()).intValue();
    int divisors = 0;
    for (int d = 1; d <= n; d++) {
      divisors += n % d == 0 ? 1 : 0;
    }
    if (divisors == 2) {
      prime = true;
    }
  }
}
