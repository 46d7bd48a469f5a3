import java.util.Random;

/** Is a number prime? "Wrong with probability at most 1/4 per trial", its author says. */
public class PrimeTest {
  static final Random random = new Random();

  static long power(long base, long exponent, long modulus) {
    long result = 1;
    for (; exponent > 0; exponent >>= 1) {
      if ((exponent & 1) == 1) {
        result = result * base % modulus;
      }
      base = base * base % modulus;
    }
    return result;
  }

  static boolean isPrime(int n, int trials) {
    for (int i = 0; i < trials; i++) {
      int a = 1 + random.nextInt(n - 1);
      if (power(a, n - 1, n) != 1) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    System.out.println(isPrime(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
