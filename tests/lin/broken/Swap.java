/** Nothing keeps its operations apart. */
public class Swap {
  int value;

  public int swap(int with) {
    int before = value;
    value = with;
    return before;
  }
}
