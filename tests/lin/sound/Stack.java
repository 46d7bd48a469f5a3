/** Its operations exclude each other. */
public class Stack {
  final int[] items = new int[8];
  int size;

  public synchronized void push(int item) {
    items[size] = item;
    size++;
  }

  public synchronized int pop() {
    if (size == 0) {
      return -1;
    }
    size--;
    return items[size];
  }
}
