//@ expect: holds
//@ outputs: 2 | 3 | 4
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Actors need not be public, and an outcome without an id is for all that no other names. One update each cannot be lost. */
@JCStressTest
@Outcome(id = "4", expect = Expect.ACCEPTABLE, desc = "none is lost")
@Outcome(id = {"0", "1"}, expect = Expect.FORBIDDEN, desc = "impossible")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "some are lost")
@State
public class LosesUpdates {
  volatile int x;

  @Actor
  void first() {
    x++;
    x++;
  }

  @Actor
  void second() {
    x++;
    x++;
  }

  @Arbiter
  public void arbiter(I_Result result) {
    result.r1 = x;
  }
}
