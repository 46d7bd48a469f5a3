//@ args: 2
//@ label: "guessed" = returned:SecurePin.isGuessed(int)=true
//@ ask: P=? [ F "guessed" ] = 1/100

import java.security.SecureRandom;

/** A PIN of n digits from SecureRandom, guessed by another. */
public class SecurePin {
  static boolean isGuessed(int digits) {
    SecureRandom random = new SecureRandom();
    int pin = 0;
    int guess = 0;
    for (int i = 0; i < digits; i++) {
      pin = 10 * pin + random.nextInt(10);
    }
    for (int i = 0; i < digits; i++) {
      guess = 10 * guess + random.nextInt(10);
    }
    return pin == guess;
  }

  public static void main(String[] args) {
    System.out.println(isGuessed(Integer.parseInt(args[0])));
  }
}
