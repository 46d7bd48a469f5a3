/** Its operations exclude each other. */
public class Pair {
  int left;
  int right;

  public synchronized void set(int value) {
    left = value;
    right = value;
  }

  public synchronized boolean isEven() {
    return left == right;
  }
}
