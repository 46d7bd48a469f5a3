/** Nothing keeps its operations apart. */
public class LinkedStack {
  Node top;

  static final class Node {
    final int item;
    final Node below;

    Node(int item, Node below) {
      this.item = item;
      this.below = below;
    }
  }

  public void push(int item) {
    top = new Node(item, top);
  }

  public int pop() {
    Node seen = top;
    if (seen == null) {
      throw new IllegalStateException("empty");
    }
    top = seen.below;
    return seen.item;
  }
}
