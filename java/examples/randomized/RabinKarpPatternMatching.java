//@ args: 31
//@ label: "wrong" = field:RabinKarpPatternMatching.falseMatch=true
//@ ask: P=? [ F "wrong" ] = 6/11
//@ large: 2000
//@ source: R. M. Karp and M. O. Rabin, Efficient randomized pattern-matching algorithms, IBM J. Research and Development 31(2), 1987

import hazard.UniformChoice;

/**
 * Finds the first occurrence of a pattern of bits in a text by comparing fingerprints: the numbers they write, modulo
 * a random prime up to a bound.
 *
 * <p>Property: the occurrence reported is none, because two different words have the same fingerprint. The text here
 * does not contain the pattern.
 */
public class RabinKarpPatternMatching {
  static boolean falseMatch = false;

  static boolean isPrime(int n) {
    for (int d = 2; d * d <= n; d++) {
      if (n % d == 0) {
        return false;
      }
    }
    return n > 1;
  }

  /** A random prime up to the bound, each equally likely. */
  static int prime(int bound) {
    int count = 0;
    for (int n = 2; n <= bound; n++) {
      count += isPrime(n) ? 1 : 0;
    }
    int skip = UniformChoice.make(count);
    int n = 2;
    while (!isPrime(n) || skip-- > 0) {
      n++;
    }
    return n;
  }

  static int bit(String bits, int index) {
    return bits.charAt(index) - '0';
  }

  /** The index of the first match of fingerprints, or -1. */
  static int find(String text, String pattern, int p) {
    int length = pattern.length();
    int wanted = 0;
    int window = 0;
    int highest = 1;
    for (int i = 0; i < length; i++) {
      wanted = (2 * wanted + bit(pattern, i)) % p;
      window = (2 * window + bit(text, i)) % p;
      highest = i == 0 ? 1 % p : 2 * highest % p;
    }
    for (int i = 0; ; i++) {
      if (window == wanted) {
        return i;
      }
      if (i + length == text.length()) {
        return -1;
      }
      window = Math.floorMod(2 * (window - bit(text, i) * highest) + bit(text, i + length), p);
    }
  }

  public static void main(String[] args) {
    int bound = args.length > 0 ? Integer.parseInt(args[0]) : 31;
    String text = "1101001110100101";
    String pattern = "110110";
    int found = find(text, pattern, prime(bound));
    if (found >= 0 && !text.startsWith(pattern, found)) {
      falseMatch = true;
    }
    System.out.println(found < 0 ? "no match" : "match at " + found);
  }
}
