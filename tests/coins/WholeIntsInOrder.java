//@ label: "path" = returned:WholeIntsInOrder.heightByPriorities(java.util.Random)=4
//@ label: "inside" = returned:WholeIntsInOrder.isInside(java.util.Random)=true
//@ label: "larger" = returned:WholeIntsInOrder.isLargerAndNotNegative(java.util.Random)=true
//@ label: "three" = returned:WholeIntsInOrder.isThree(java.util.Random)=true
//@ label: "even" = returned:WholeIntsInOrder.isLargerAndEven(java.util.Random)=true
//@ label: "local" = returned:WholeIntsInOrder.isFirstOfLocals(java.util.Random)=true
//@ label: "count" = returned:WholeIntsInOrder.counted(java.util.Random)=3
//@ label: "first" = returned:WholeIntsInOrder.winner()=0
//@ ask: P=? [ F "path" ] = 1/3
//@ ask: P=? [ F "inside" ] = 1/32
//@ ask: P=? [ F "larger" ] = 3/8
//@ ask: P=? [ F "three" ] = 1/2147483648
//@ ask: P=? [ F "even" ] = 1/4
//@ ask: P=? [ F "local" ] = 1/3
//@ ask: P=? [ F "count" ] = 1/8
//@ ask: P=? [ F "first" ] = 1/3

import java.util.Comparator;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/** Ints and longs over their whole ranges that are kept and compared: with numbers, and with each other. */
public class WholeIntsInOrder {
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

  static Node insert(Node tree, Node added) {
    if (tree == null) {
      return added;
    }
    if (added.key < tree.key) {
      tree.left = insert(tree.left, added);
      if (tree.left.priority > tree.priority) {
        Node top = tree.left;
        tree.left = top.right;
        top.right = tree;
        return top;
      }
    } else {
      tree.right = insert(tree.right, added);
      if (tree.right.priority > tree.priority) {
        Node top = tree.right;
        tree.right = top.left;
        top.left = tree;
        return top;
      }
    }
    return tree;
  }

  static int height(Node tree) {
    return tree == null ? 0 : 1 + Math.max(height(tree.left), height(tree.right));
  }

  static int heightByPriorities(Random random) {
    Node tree = null;
    for (int key = 0; key < 4; key++) {
      tree = insert(tree, new Node(key, random.nextInt()));
    }
    return height(tree);
  }

  static boolean isInside(Random random) {
    int[] drawn = {random.nextInt()};
    boolean above = drawn[0] >= 0;
    return above && drawn[0] < 1 << 27;
  }

  static boolean isLargerAndNotNegative(Random random) {
    long first = random.nextInt();
    long second = random.nextInt();
    return first > second && first >= 0;
  }

  /** Few numbers are left, so that one of them is drawn. */
  static boolean isThree(Random random) {
    int drawn = random.nextInt();
    int kept = drawn;
    return kept >= 0 && kept <= 15 && drawn == 3 || kept == 15;
  }

  static boolean isLargerAndEven(Random random) {
    int first = random.nextInt();
    int second = random.nextInt();
    return first > second && (first & 1) == 0;
  }

  /** Compared where they stand, and by the library. */
  static boolean isFirstOfLocals(Random random) {
    int a = random.nextInt();
    int b = random.nextInt();
    int c = random.nextInt();
    int least = a;
    if (b < least) {
      least = b;
    }
    return Math.min(least, c) == a;
  }

  static int counted(Random random) {
    int limit = random.nextInt();
    int count = limit & 7;
    for (int i = limit; i != limit; i++) {
      count = 8;
    }
    return count;
  }

  static int winner() {
    TreeMap<Long, Integer> tickets = new TreeMap<>(Comparator.naturalOrder());
    for (int player = 0; player < 3; player++) {
      tickets.put(ThreadLocalRandom.current().nextLong(), player);
    }
    return tickets.firstEntry().getValue();
  }

  public static void main(String[] args) {
    Random random = new Random();
    heightByPriorities(random);
    isInside(random);
    isLargerAndNotNegative(random);
    isThree(random);
    isLargerAndEven(random);
    isFirstOfLocals(random);
    counted(random);
    winner();
  }
}
