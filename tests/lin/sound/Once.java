/** Its operations exclude each other. */
public class Once {
  int made;
  Integer value;

  public synchronized int get() {
    if (value == null) {
      value = ++made;
    }
    return value;
  }
}
