/** Its operations exclude each other. */
public class Bounded {
  int value;

  public synchronized int increment() {
    if (value < 1) {
      value++;
    }
    return value;
  }

  public synchronized int get() {
    return value;
  }
}
