/** Nothing keeps its operations apart. */
public class Toggle {
  boolean on;

  public boolean toggle() {
    on = !on;
    return on;
  }
}
