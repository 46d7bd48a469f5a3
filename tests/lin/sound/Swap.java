/** Its operations exclude each other. */
public class Swap {
  int value;

  public synchronized int swap(int with) {
    int before = value;
    value = with;
    return before;
  }
}
