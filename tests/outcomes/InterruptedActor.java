//@ expect: holds
//@ outputs: TERMINATED
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;

/** The thread that a signal asks for is that of the actor. */
@JCStressTest
@Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "the actor has heard of it")
@Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "the actor goes on for ever")
public class InterruptedActor {
  @Actor
  public void actor() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  @Signal
  public void signal(Thread actor) {
    actor.interrupt();
  }
}
