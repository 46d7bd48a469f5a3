/** Its operations exclude each other. */
public class Counter {
  int value;

  public synchronized int increment() {
    return ++value;
  }
}
