/** Nothing keeps its operations apart. */
public class Average {
  int sum;
  int count;

  public void add(int value) {
    sum += value;
    count++;
  }

  public int get() {
    return count == 0 ? 0 : sum / count;
  }
}
