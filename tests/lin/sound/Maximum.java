/** Its operations exclude each other. */
public class Maximum {
  int greatest;

  public synchronized int offer(int value) {
    if (value > greatest) {
      greatest = value;
    }
    return greatest;
  }

  public synchronized int get() {
    return greatest;
  }
}
