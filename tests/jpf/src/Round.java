/** Goes round for ever. */
public class Round {
  static volatile boolean over;

  public static void main(String[] args) {
    while (!over) {}
  }
}
