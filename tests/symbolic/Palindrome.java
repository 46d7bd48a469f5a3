//@ pse: --target failure
//@ expect-value: 129/3001

import hazard.Symbolic;

public class Palindrome {
  public static void main(String[] args) throws Exception {
    int n = Symbolic.integer("n", 0, 3000);
    int r = 0, v = n;
    while (v != 0) {
      r = r * 10 + v % 10;
      v /= 10;
    }
    if (r == n) throw new IllegalStateException();
  }
}
