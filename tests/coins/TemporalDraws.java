//@ label: "one" = field:TemporalDraws.drawn=1
//@ label: "two" = field:TemporalDraws.drawn=2
//@ label: "three" = field:TemporalDraws.drawn=3
//@ ask: P=? [ F ("one" & (F "two")) ] = 7/27
//@ ask: P=? [ (F "one") & (F "two") & (F "three") ] = 2/9
//@ ask: P=? [ (!"two") W "one" ] = 14/27
//@ ask: P=? [ G ("one" => (F "two")) ] = 14/27

import hazard.UniformChoice;

/** Three draws of three, each seen and forgotten: formulas about their order. */
public class TemporalDraws {
  static int drawn;

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      drawn = 1 + UniformChoice.make(3);
      drawn = 0;
    }
  }
}
