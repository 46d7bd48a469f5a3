/** Nothing keeps its operations apart. */
public class Stock {
  int left = 1;

  public boolean sell() {
    if (left > 0) {
      left--;
      return true;
    }
    return false;
  }
}
