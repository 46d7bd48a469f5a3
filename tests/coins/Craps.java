//@ args:
//@ label: "win" = returned:Craps.play()=true
//@ reward: "rolls" = invoked:Craps.roll()
//@ ask: P=? [ F "win" ] = 244/495
//@ ask: R{"rolls"}=? [ F "end" ] = 557/165

import hazard.Die;

/** The game of craps: 7 and 11 win at once, 2, 3 and 12 lose; else roll until that sum (win) or 7 (lose). */
public class Craps {
  static int roll() {
    return Die.roll() + Die.roll() + 2;
  }

  static boolean play() {
    int point = roll();
    switch (point) {
      case 7:
      case 11:
        return true;
      case 2:
      case 3:
      case 12:
        return false;
      default:
        int sum;
        do {
          sum = roll();
        } while (sum != point && sum != 7);
        return sum == point;
    }
  }

  public static void main(String[] args) {
    System.out.println(play());
  }
}
