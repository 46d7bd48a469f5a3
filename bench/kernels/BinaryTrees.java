/** Trees that are built, counted and dropped: allocation, recursion, collections. */
public class BinaryTrees {
  static final class Node {
    final Node left;
    final Node right;

    Node(Node left, Node right) {
      this.left = left;
      this.right = right;
    }

    int count() {
      return left == null ? 1 : 1 + left.count() + right.count();
    }
  }

  static Node tree(int depth) {
    return depth == 0 ? new Node(null, null) : new Node(tree(depth - 1), tree(depth - 1));
  }

  public static void main(String[] args) {
    int deepest = 16;
    Node kept = tree(deepest);
    for (int depth = 4; depth <= deepest; depth += 4) {
      int trees = 1 << (deepest - depth + 4);
      int nodes = 0;
      for (int i = 0; i < trees; i++) {
        nodes += tree(depth).count();
      }
      System.out.println(trees + " trees of depth " + depth + ": " + nodes);
    }
    System.out.println(kept.count());
  }
}
