//@ label: "records" = field:DrawsInOrder.records=2
//@ label: "median" = returned:DrawsInOrder.isMedianLow(java.util.Random)=true
//@ label: "path" = returned:DrawsInOrder.heightByKeys(java.util.Random)=4
//@ label: "partly" = returned:DrawsInOrder.isPartlyKnown(java.util.Random)=true
//@ label: "tall" = returned:DrawsInOrder.isTallest(java.util.Random)=true
//@ label: "sorted" = returned:DrawsInOrder.isSortedAlready()=true
//@ ask: P=? [ F ("end" & "records") ] = 11/24
//@ ask: P=? [ F "median" ] = 27/125
//@ ask: P=? [ F "path" ] = 1/3
//@ ask: P=? [ F "partly" ] = 11/48
//@ ask: P=? [ F "tall" ] = 0.14606950913142952
//@ ask: P=? [ F "sorted" ] = 1/24

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws that are compared with each other: only their order is drawn, and what follows from it for later comparisons. */
public class DrawsInOrder {
  static int records;

  static boolean isMedianLow(Random random) {
    double a = random.nextDouble();
    double b = random.nextDouble();
    double c = random.nextDouble();
    double median = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    return median < 0.3;
  }

  static class Node {
    final int key;
    final double priority;
    Node left;
    Node right;

    Node(int key, double priority) {
      this.key = key;
      this.priority = priority;
    }
  }

  static Node insert(Node tree, int key, double priority) {
    if (tree == null) {
      return new Node(key, priority);
    }
    if (key < tree.key) {
      tree.left = insert(tree.left, key, priority);
      if (tree.left.priority > tree.priority) {
        Node top = tree.left;
        tree.left = top.right;
        top.right = tree;
        return top;
      }
    } else {
      tree.right = insert(tree.right, key, priority);
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

  static int heightByKeys(Random random) {
    Node tree = null;
    for (int key = 0; key < 4; key++) {
      tree = insert(tree, key, random.nextDouble());
    }
    return height(tree);
  }

  /** The first of three is the largest, and the second lies below a half. */
  static boolean isPartlyKnown(Random random) {
    float first = random.nextFloat();
    float second = random.nextFloat();
    return first > second && first > random.nextFloat() && second < 0.5f;
  }

  static boolean isTallest(Random random) {
    double first = random.nextGaussian();
    return first > random.nextGaussian() && first > 1;
  }

  static boolean isSortedAlready() {
    record Card(int number, double key) {}
    Stream<Card> deck = IntStream.range(0, 4).mapToObj(number -> new Card(number, Math.random()));
    int[] order = deck.sorted(Comparator.comparingDouble(Card::key)).mapToInt(Card::number).toArray();
    return order[0] == 0 && order[1] == 1 && order[2] == 2;
  }

  public static void main(String[] args) {
    Random random = new Random();
    double best = -1;
    for (int i = 0; i < 4; i++) {
      double draw = random.nextDouble();
      if (draw > best) {
        best = draw;
        records++;
      }
    }
    isMedianLow(random);
    heightByKeys(random);
    isPartlyKnown(random);
    isTallest(random);
    isSortedAlready();
  }
}
