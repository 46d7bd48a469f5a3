/** Nothing keeps its operations apart. */
public class Bounded {
  int value;

  public int increment() {
    if (value < 1) {
      value++;
    }
    return value;
  }

  public int get() {
    return value;
  }
}
