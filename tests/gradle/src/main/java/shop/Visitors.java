package shop;

/** Counts visitors, with a lock and without one. */
public class Visitors {
  private int count;

  public void visit() {
    count++;
  }

  public synchronized void visitInTurn() {
    count++;
  }

  public synchronized int count() {
    return count;
  }
}
