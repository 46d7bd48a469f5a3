/** A geometric loop with a growing counter: infinitely many states. */
public class Growing {
  public static void main(String[] args) {
    int i = 0;
    while (hazard.Coin.flip() == 1) {
      i++;
    }
  }
}
