//@ args: 3
//@ label: "top" = returned:MathRandomWalk.end(int)=6
//@ reward: "steps" = invoked:MathRandomWalk.step()
//@ ask: P=? [ F "top" ] = 1/2
//@ ask: R{"steps"}=? [ F "end" ] = 9

/** A fair walk from the middle of 0 to 2n needs n^2 steps to leave. */
public class MathRandomWalk {
  static int step() {
    return (int) (Math.random() * 2) == 0 ? -1 : 1;
  }

  static int end(int n) {
    int place = n;
    while (place > 0 && place < 2 * n) {
      place += step();
    }
    return place;
  }

  public static void main(String[] args) {
    System.out.println(end(Integer.parseInt(args[0])));
  }
}
