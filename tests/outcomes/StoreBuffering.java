//@ expect: holds
//@ outputs: 0, 1 | 1, 0 | 1, 1
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** 0, 0 is what hardware adds: not sequentially consistent, so not here, but the races say so. */
@JCStressTest
@Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "as if one after the other")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "reordered")
@State
public class StoreBuffering {
  int x;
  int y;

  @Actor
  public void first(II_Result result) {
    x = 1;
    result.r1 = y;
  }

  @Actor
  public void second(II_Result result) {
    y = 1;
    result.r2 = x;
  }
}
