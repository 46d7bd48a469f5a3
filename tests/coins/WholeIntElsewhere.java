//@ label: "called" = field:WholeIntElsewhere.called=true
//@ label: "stored" = field:WholeIntElsewhere.stored=true
//@ label: "boxed" = field:WholeIntElsewhere.boxed=true
//@ ask: P=? [ F "called" ] = 1/2
//@ ask: P=? [ F "stored" ] = 1/2
//@ ask: P=? [ F "boxed" ] = 1/2

import java.lang.reflect.Array;
import java.util.Random;

/** A drawn number stays the number that is drawn, whichever way it takes: a call, an element and a box of reflection. */
public class WholeIntElsewhere {
  static boolean called;
  static boolean stored;
  static boolean boxed;

  public static void look(int number) {
    called = number < 0;
  }

  public static void main(String[] args) throws Exception {
    int drawn = new Random().nextInt();
    WholeIntElsewhere.class.getMethod("look", int.class).invoke(null, drawn);
    int[] numbers = new int[1];
    Array.set(numbers, 0, drawn);
    stored = numbers[0] < 0;
    boxed = (Integer) Array.get(numbers, 0) < 0;
  }
}
