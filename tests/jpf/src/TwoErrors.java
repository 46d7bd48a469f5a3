import probabilistic.Coin;

/** Either side of the coin is an error of its own. */
public class TwoErrors {
  public static void main(String[] args) {
    if (Coin.flip() == 0) {
      throw new IllegalStateException("tails");
    }
    throw new IllegalArgumentException("heads");
  }
}
