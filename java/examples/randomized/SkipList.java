//@ args: 4 3
//@ label: "flat" = returned:SkipList.height()=1
//@ reward: "comparisons" = invoked:SkipList.isBefore(int,int)
//@ ask: P=? [ F "flat" ] = 1/16
//@ ask: R{"comparisons"}=? [ F "end" ] = 253/64
//@ large: 8 4
//@ source: W. Pugh, Skip lists: a probabilistic alternative to balanced trees, Comm. ACM 33(6), 1990

import hazard.Coin;

/**
 * A sorted linked list with express lanes: a node takes part in level i + 1 with probability 1/2 if it does in level
 * i.
 *
 * <p>Property: the height of the list; the expected number of comparisons to find the last key. The list is built
 * once, in ascending order, so that only the final search compares.
 */
public class SkipList {
  static class Node {
    final int key;
    final Node[] next;

    Node(int key, int levels) {
      this.key = key;
      next = new Node[levels];
    }
  }

  private final Node head;
  private int height = 1;

  SkipList(int levelMax) {
    head = new Node(Integer.MIN_VALUE, levelMax);
  }

  private int randomLevel() {
    int level = 1;
    while (level < head.next.length && Coin.flip() == 1) {
      level++;
    }
    return level;
  }

  /** Appends a key larger than all before. */
  void append(int key) {
    Node node = new Node(key, randomLevel());
    height = Math.max(height, node.next.length);
    for (int level = 0; level < node.next.length; level++) {
      Node last = head;
      while (last.next[level] != null) {
        last = last.next[level];
      }
      last.next[level] = node;
    }
  }

  int height() {
    return height;
  }

  static boolean isBefore(int other, int key) {
    return other < key;
  }

  boolean contains(int key) {
    Node node = head;
    for (int level = height - 1; level >= 0; level--) {
      while (node.next[level] != null && isBefore(node.next[level].key, key)) {
        node = node.next[level];
      }
    }
    return node.next[0] != null && node.next[0].key == key;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    int levelMax = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    SkipList list = new SkipList(levelMax);
    for (int key = 1; key <= n; key++) {
      list.append(key);
    }
    System.out.println("height " + list.height() + (list.contains(n) ? "" : ", key lost"));
  }
}
