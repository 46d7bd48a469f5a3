//@ pse: --target success
//@ expect-value: 97/400
//@ source: C. Clavius, Romani calendarii a Gregorio XIII restituti explicatio, 1603

import hazard.Symbolic;

/**
 * A year of ten Gregorian cycles is a leap year with probability 97/400.
 */
public class LeapYear {
  static boolean isLeap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  public static void main(String[] args) throws Exception {
    int year = Symbolic.integer("year", 1, 4000);
    assert isLeap(year);
  }
}
