/** Nothing keeps its operations apart. */
public class Tickets {
  int next;
  int taken;

  public int take() {
    taken++;
    next = taken;
    return next;
  }
}
