//@ args: 2 uniform
//@ pse: --target success --max
//@ expect-value: 10/41
//@ pse: --target success --min
//@ expect-value: 6/41
//@ pse: --target success --max -- 2 weak
//@ expect-value: 329/600
//@ pse: --target success --max -- 2 strong
//@ expect-value: 227/600
//@ large: 4 uniform
//@ source: A. Filieri, C. S. Pasareanu and W. Visser, Reliability analysis in Symbolic PathFinder, ICSE 2013 (daisy chain flap controller)

import hazard.Symbolic;

/**
 * Two actuators move one flap to its goal, 40: one pushes its head, with the wind, the other its tail, against it. Each moves
 * only while the flap is below its goal, and a flap beyond 55 is unsafe.
 *
 * <p>Success: in the end the flap is within 5 of its goal. The schedule decides who moves when. The wind is an input between
 * -20 and 20, uniform or, as in the paper's profiles, weak (beyond 10 in 5 % of the cases on either side) or strong (15 %).
 * Arguments: moves per actuator, uniform, weak or strong.
 */
public class DaisyChain {
  private static final int GOAL = 40;
  private int position;

  synchronized void pushHead(int wind) {
    if (position < GOAL) {
      position += 12 + wind;
      assert position <= 55 : "beyond the stop";
    }
  }

  synchronized void pushTail(int wind) {
    if (position < GOAL) {
      position += 20 - wind;
      assert position <= 55 : "beyond the stop";
    }
  }

  /** The wind of a profile: five bands, of which the first four end at the given hundredths. */
  static int banded(int farBelow, int below, int calm, int above) {
    int up = Symbolic.integer("up", 1, 100);
    if (up <= farBelow) {
      return Symbolic.integer("windFarBelow", -20, -11);
    }
    if (up <= below) {
      return Symbolic.integer("windBelow", -10, -5);
    }
    if (up <= calm) {
      return Symbolic.integer("windCalm", -4, 4);
    }
    if (up <= above) {
      return Symbolic.integer("windAbove", 5, 10);
    }
    return Symbolic.integer("windFarAbove", 11, 20);
  }

  static int wind(String profile) {
    switch (profile) {
      case "weak":
        return banded(5, 15, 85, 95);
      case "strong":
        return banded(15, 35, 65, 85);
      default:
        return Symbolic.integer("wind", -20, 20);
    }
  }

  public static void main(String[] args) throws Exception {
    int moves = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int wind = wind(args.length > 1 ? args[1] : "uniform");
    DaisyChain flap = new DaisyChain();
    Thread head = new Thread(() -> {
      for (int i = 0; i < moves; i++) {
        flap.pushHead(wind);
      }
    }, "head");
    Thread tail = new Thread(() -> {
      for (int i = 0; i < moves; i++) {
        flap.pushTail(wind);
      }
    }, "tail");
    head.start();
    tail.start();
    head.join();
    tail.join();
    assert flap.position >= GOAL - 5 && flap.position <= GOAL + 5 : "off its goal";
  }
}
