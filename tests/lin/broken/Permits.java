/** Nothing keeps its operations apart. */
public class Permits {
  int permits = 1;

  public boolean tryAcquire() {
    if (permits == 0) {
      return false;
    }
    permits--;
    return true;
  }

  public void release() {
    permits++;
  }
}
