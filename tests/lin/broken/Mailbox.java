/** Whoever finds the box empty waits, and is not told when something comes. */
public class Mailbox {
  Integer letter;

  public synchronized int take() throws InterruptedException {
    while (letter == null) {
      wait();
    }
    int taken = letter;
    letter = null;
    return taken;
  }

  public synchronized void put(int item) {
    letter = item;
  }
}
