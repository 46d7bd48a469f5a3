import java.util.concurrent.atomic.AtomicReference;

/** Treiber's stack. */
public class TreiberStack {
  static final class Node {
    final int item;
    final Node below;

    Node(int item, Node below) {
      this.item = item;
      this.below = below;
    }
  }

  final AtomicReference<Node> top = new AtomicReference<>();

  public void push(int item) {
    Node seen;
    do {
      seen = top.get();
    } while (!top.compareAndSet(seen, new Node(item, seen)));
  }

  public int pop() {
    Node seen;
    do {
      seen = top.get();
      if (seen == null) {
        return -1;
      }
    } while (!top.compareAndSet(seen, seen.below));
    return seen.item;
  }
}
