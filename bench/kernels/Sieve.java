/** The sieve of Eratosthenes, several times over: loops over a boolean array. */
public class Sieve {
  static int primesBelow(int limit) {
    boolean[] composite = new boolean[limit];
    int count = 0;
    for (int i = 2; i < limit; i++) {
      if (composite[i]) {
        continue;
      }
      count++;
      for (int j = 2 * i; j < limit; j += i) {
        composite[j] = true;
      }
    }
    return count;
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int round = 0; round < 12; round++) {
      sum += primesBelow(1_000_000 + round);
    }
    System.out.println(sum);
  }
}
