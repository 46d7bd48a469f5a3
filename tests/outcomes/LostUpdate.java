//@ outputs: 1 | 2
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A volatile field does not make an increment atomic. */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both count")
@Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
public class LostUpdate {
  @State
  public static class Counter {
    volatile int value;
  }

  @Actor
  public void first(Counter counter) {
    counter.value++;
  }

  @Actor
  public void second(Counter counter) {
    counter.value++;
  }

  @Arbiter
  public void arbiter(Counter counter, I_Result result) {
    result.r1 = counter.value;
  }
}
