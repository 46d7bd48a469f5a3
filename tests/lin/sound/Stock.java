/** Its operations exclude each other. */
public class Stock {
  int left = 1;

  public synchronized boolean sell() {
    if (left > 0) {
      left--;
      return true;
    }
    return false;
  }
}
