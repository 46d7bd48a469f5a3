/** Nothing keeps its operations apart. */
public class Counter {
  int value;

  public int increment() {
    return ++value;
  }
}
