//@ expect: assertion
//@ label: "failed" = thrown:java.lang.AssertionError
//@ ask: P=? [ F "failed" ] = 1/36

import hazard.Die;

/** Two sixes break an assertion. */
public class UnluckyAssertion {
  public static void main(String[] args) {
    int sum = Die.roll() + Die.roll();
    assert sum < 10 : "two sixes";
  }
}
