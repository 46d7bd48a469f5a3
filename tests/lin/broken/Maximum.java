/** Nothing keeps its operations apart. */
public class Maximum {
  int greatest;

  public int offer(int value) {
    if (value > greatest) {
      greatest = value;
    }
    return greatest;
  }

  public int get() {
    return greatest;
  }
}
