/** Writes exclude each other, but a read does not wait for them. */
public class Snapshot {
  volatile int left;
  volatile int right;

  public synchronized void set(int value) {
    left = value;
    right = value;
  }

  public int sum() {
    return left + right;
  }
}
