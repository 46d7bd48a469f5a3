/** Its operations exclude each other. */
public class Ring {
  final int[] items = new int[4];
  int head;
  int tail;

  public synchronized boolean offer(int item) {
    if (tail - head == items.length) {
      return false;
    }
    items[tail % items.length] = item;
    tail++;
    return true;
  }

  public synchronized int poll() {
    if (head == tail) {
      return -1;
    }
    int item = items[head % items.length];
    head++;
    return item;
  }
}
