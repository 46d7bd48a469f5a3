import java.util.concurrent.atomic.AtomicReference;

/** As Treiber's stack, but it sets the top where it should compare first. */
public class SwapStack {
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
    top.set(new Node(item, top.get()));
  }

  public int pop() {
    Node seen = top.get();
    if (seen == null) {
      return -1;
    }
    top.set(seen.below);
    return seen.item;
  }
}
