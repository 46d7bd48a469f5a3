//@ pse: --target success
//@ expect-value: 43/300
//@ source: B. H. Brown, The thirteenth of the month, American Mathematical Monthly 40(10), 1933; T. Sakamoto's rule

import hazard.Symbolic;

/**
 * The thirteenth of a month of the 400-year cycle is a Friday with probability 688/4800, more often than any other day.
 */
public class DayOfWeek {
  private static final int[] OFFSET = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};

  /** 0 is Sunday. */
  static int dayOfWeek(int year, int month, int day) {
    int y = month < 3 ? year - 1 : year;
    return (y + y / 4 - y / 100 + y / 400 + OFFSET[month - 1] + day) % 7;
  }

  public static void main(String[] args) throws Exception {
    int year = Symbolic.integer("year", 2001, 2400);
    int month = Symbolic.integer("month", 1, 12);
    assert dayOfWeek(year, month, 13) == 5;
  }
}
