//@ expect: holds
//@ outputs: 0, 1 | 1, 0 | 1, 1
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Hardware shows 0, 0 as well, since a release does not keep a later acquire from coming first. The report says that it takes them for volatile. */
@JCStressTest
@Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "as if one after the other")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "reordered")
@State
public class ReleasedInVain {
  static final VarHandle X;
  static final VarHandle Y;

  static {
    try {
      X = MethodHandles.lookup().findVarHandle(ReleasedInVain.class, "x", int.class);
      Y = MethodHandles.lookup().findVarHandle(ReleasedInVain.class, "y", int.class);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  int x;
  int y;

  @Actor
  public void first(II_Result result) {
    X.setRelease(this, 1);
    result.r1 = (int) Y.getAcquire(this);
  }

  @Actor
  public void second(II_Result result) {
    Y.setRelease(this, 1);
    result.r2 = (int) X.getAcquire(this);
  }
}
