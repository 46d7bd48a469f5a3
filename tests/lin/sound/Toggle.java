/** Its operations exclude each other. */
public class Toggle {
  boolean on;

  public synchronized boolean toggle() {
    on = !on;
    return on;
  }
}
