/** Its operations exclude each other. */
public class Average {
  int sum;
  int count;

  public synchronized void add(int value) {
    sum += value;
    count++;
  }

  public synchronized int get() {
    return count == 0 ? 0 : sum / count;
  }
}
