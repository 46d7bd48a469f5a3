/** Nothing keeps its operations apart. */
public class Pair {
  int left;
  int right;

  public void set(int value) {
    left = value;
    right = value;
  }

  public boolean isEven() {
    return left == right;
  }
}
