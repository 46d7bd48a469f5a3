/** Nothing keeps its operations apart. */
public class Stack {
  final int[] items = new int[8];
  int size;

  public void push(int item) {
    items[size] = item;
    size++;
  }

  public int pop() {
    if (size == 0) {
      return -1;
    }
    size--;
    return items[size];
  }
}
