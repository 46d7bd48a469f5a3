/** Calls through an interface that four classes implement, in turn. */
public class Dispatch {
  interface Shape {
    int area(int side);
  }

  static class Line implements Shape {
    public int area(int side) {
      return side;
    }
  }

  static class Strip implements Shape {
    public int area(int side) {
      return 2 * side;
    }
  }

  static class Frame implements Shape {
    public int area(int side) {
      return 3 * side + 1;
    }
  }

  static class Odd extends Line {
    @Override
    public int area(int side) {
      return side ^ 5;
    }
  }

  public static void main(String[] args) {
    Shape[] shapes = {new Line(), new Strip(), new Frame(), new Odd()};
    long sum = 0;
    for (int i = 0; i < 12_000_000; i++) {
      sum += shapes[i & 3].area(i);
    }
    System.out.println(sum);
  }
}
