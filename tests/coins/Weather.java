//@ args:
//@ label: "rainFirst" = field:Weather.rainFirst=true
//@ reward: "days" = invoked:Weather.tomorrow(int)
//@ ask: P=? [ F "rainFirst" ] = 11/14
//@ ask: R{"days"}=? [ F "end" ] = 40/7

import hazard.Choice;

/** Sun, clouds, rain and snow follow each other at random; does rain come before snow, and when is either? */
public class Weather {
  static boolean rainFirst = false;

  static final double[][] NEXT = {{0.6, 0.3, 0.1, 0}, {0.2, 0.5, 0.2, 0.1}};

  static int tomorrow(int today) {
    return Choice.make(NEXT[today]);
  }

  public static void main(String[] args) {
    int today = 0;
    while (today < 2) {
      today = tomorrow(today);
    }
    if (today == 2) {
      rainFirst = true;
    }
  }
}
