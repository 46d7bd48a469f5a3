/** Knuth and Yao's die: the face is printed and forgotten. */
public class Diceware {
  public static void main(String[] args) {
    int state = 0;
    while (state < 7) {
      int flip = probabilistic.Coin.flip();
      switch (state) {
        case 0: state = flip == 0 ? 1 : 2; break;
        case 1: state = flip == 0 ? 3 : 4; break;
        case 2: state = flip == 0 ? 5 : 6; break;
        case 3: state = flip == 0 ? 1 : 7; break;
        case 4: state = flip == 0 ? 8 : 9; break;
        case 5: state = flip == 0 ? 10 : 11; break;
        default: state = flip == 0 ? 2 : 12; break;
      }
    }
    System.out.println(state - 6);
  }
}
