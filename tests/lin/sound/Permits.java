/** Its operations exclude each other. */
public class Permits {
  int permits = 1;

  public synchronized boolean tryAcquire() {
    if (permits == 0) {
      return false;
    }
    permits--;
    return true;
  }

  public synchronized void release() {
    permits++;
  }
}
