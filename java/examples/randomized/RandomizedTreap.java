//@ args: 5 2
//@ label: "root" = returned:RandomizedTreap.rootKey()=2
//@ reward: "visits" = invoked:RandomizedTreap.visit(int)
//@ ask: P=? [ F "root" ] = 1/5
//@ ask: R{"visits"}=? [ F "end" ] = 31/12
//@ large: 7 3
//@ source: R. Seidel and C. R. Aragon, Randomized search trees, Algorithmica 16(4-5), 1996

import hazard.UniformChoice;

/**
 * A search tree by key that is a heap by random priorities, all different.
 *
 * <p>Property: whatever the order of insertion, each key is the root with the same probability, and the k-th of n
 * keys expects to lie at depth H(k) + H(n+1-k) - 2, the root being at depth 0.
 */
public class RandomizedTreap {
  static class Node {
    final int key;
    final int priority;
    Node left;
    Node right;

    Node(int key, int priority) {
      this.key = key;
      this.priority = priority;
    }
  }

  private Node root;
  private final boolean[] isTaken;
  private int size;

  RandomizedTreap(int capacity) {
    isTaken = new boolean[capacity];
  }

  /** A random one of the priorities not taken yet. */
  private int priority() {
    int skip = UniformChoice.make(isTaken.length - size);
    int priority = 0;
    while (isTaken[priority] || skip-- > 0) {
      priority++;
    }
    isTaken[priority] = true;
    size++;
    return priority;
  }

  void insert(int key) {
    root = insert(root, new Node(key, priority()));
  }

  /** Inserts as into a search tree, then rotates the new node up as long as its priority asks for it. */
  private static Node insert(Node top, Node node) {
    if (top == null) {
      return node;
    }
    if (node.key < top.key) {
      top.left = insert(top.left, node);
      return top.left.priority < top.priority ? rotateRight(top) : top;
    }
    top.right = insert(top.right, node);
    return top.right.priority < top.priority ? rotateLeft(top) : top;
  }

  private static Node rotateRight(Node top) {
    Node child = top.left;
    top.left = child.right;
    child.right = top;
    return child;
  }

  private static Node rotateLeft(Node top) {
    Node child = top.right;
    top.right = child.left;
    child.left = top;
    return child;
  }

  /** Called for each node on the way to a key, so that they can be counted. */
  static int visit(int key) {
    return key;
  }

  boolean contains(int key) {
    Node node = root;
    while (node != null) {
      int other = visit(node.key);
      if (key == other) {
        return true;
      }
      node = key < other ? node.left : node.right;
    }
    return false;
  }

  int rootKey() {
    return root.key;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int key = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    RandomizedTreap treap = new RandomizedTreap(n);
    for (int i = 1; i <= n; i++) {
      treap.insert(i);
    }
    System.out.println("root " + treap.rootKey() + (treap.contains(key) ? "" : ", key lost"));
  }
}
