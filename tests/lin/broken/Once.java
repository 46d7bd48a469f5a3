/** Nothing keeps its operations apart. */
public class Once {
  int made;
  Integer value;

  public int get() {
    if (value == null) {
      value = ++made;
    }
    return value;
  }
}
