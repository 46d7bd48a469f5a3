//@ expect: holds
//@ outputs: TERMINATED
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** The notification may come before the wait; the test says what it thinks of that. */
@JCStressTest
@Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "was notified")
@Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "hung up")
@State
public class MayHang {
  @Actor
  public void waits() throws InterruptedException {
    synchronized (this) {
      wait();
    }
  }

  @Signal
  public void notifies() {
    synchronized (this) {
      notify();
    }
  }
}
