/** Hot code that stops at every kind of place, and tells the time, which a single run counts in instructions. */
public class Counted {
  static int depth;

  interface Shape {
    int area(int side);
  }

  record Square() implements Shape {
    public int area(int side) {
      return side * side;
    }
  }

  record Strip(int height) implements Shape {
    public int area(int side) {
      return side * height;
    }
  }

  static final class Node {
    final Node left, right;

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

  static int down(int a, long b, double c) {
    depth++;
    return down(a + 1, b * 3, c + 0.5) + a;
  }

  static synchronized int locked(int x) {
    return x + 1;
  }

  static int deep(int n) {
    return n == 0 ? 0 : n + deep(n - 1);
  }

  static void tell(Object value) {
    System.out.println(value + " at " + System.nanoTime());
  }

  public static void main(String[] args) {
    for (int round = 0; round < 3; round++) {
      depth = 0;
      try {
        down(1, 2, 3);
      } catch (StackOverflowError e) {
        tell(depth + " frames, " + e.getStackTrace().length);
      }
    }
    long sum = 0;
    for (int i = 0; i < 100; i++) {
      sum += deep(i * 20);
    }
    tell(sum);
    int[] counts = new int[100];
    for (int i = 0; i < 60_000; i++) {
      counts[i % 100] += i;
      sum += counts[(i * 7) % 100] ^ locked(i);
    }
    tell(sum);
    try {
      for (int i = 0; ; i++) {
        sum += counts[i];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      tell(e.getMessage() + ", line " + e.getStackTrace()[0].getLineNumber());
    }
    Object[] strings = new String[3];
    int refused = 0;
    for (int i = 0; i < 3_000; i++) {
      try {
        strings[i % 3] = i % 10 == 0 ? Integer.valueOf(i) : "x" + i;
      } catch (ArrayStoreException e) {
        refused++;
      }
    }
    tell(refused + " " + strings[0]);
    int quotients = 0;
    for (int i = 0; i < 5_000; i++) {
      try {
        quotients += 1000 / (i % 100 - 50);
      } catch (ArithmeticException e) {
        quotients ^= 77;
      }
    }
    tell(quotients);
    Shape[] shapes = {new Square(), new Strip(3), x -> x - 1, new Strip(7)};
    for (int i = 0; i < 40_000; i++) {
      sum += shapes[i & 3].area(i);
      if (shapes[i % 3] instanceof Strip strip) {
        sum += strip.height();
      }
    }
    tell(sum);
    int nodes = 0;
    for (int i = 0; i < 60; i++) {
      nodes += tree(9).count();
    }
    tell(nodes);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 4_000; i++) {
      text.append(i % 7).append(Math.sqrt(i) > 30 ? 'a' : 'b');
      if (text.length() > 500) {
        text.delete(0, 400);
      }
    }
    tell(text.toString().hashCode());
    String nothing = null;
    for (int i = 0; i < 50_000; i++) {
      if (i == 49_999) {
        nothing.length();
      }
    }
  }
}
