//@ label: "coprime" = returned:CoprimeBits.areCoprime()=true
//@ ask: P=? [ F "coprime" ] = 37/64

import java.math.BigInteger;
import java.util.Random;

/** Two big integers of three random bits each. */
public class CoprimeBits {
  static boolean areCoprime() {
    Random random = new Random();
    return new BigInteger(3, random).gcd(new BigInteger(3, random)).equals(BigInteger.ONE);
  }

  public static void main(String[] args) {
    System.out.println(areCoprime());
  }
}
