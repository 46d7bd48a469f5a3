/** Its operations exclude each other. */
public class Tickets {
  int next;
  int taken;

  public synchronized int take() {
    taken++;
    next = taken;
    return next;
  }
}
