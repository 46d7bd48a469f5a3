import gov.nasa.jpf.util.test.TestJPF;
import gov.nasa.jpf.vm.Verify;

/** A test as people write them for Java PathFinder. */
public class PeerTest extends TestJPF {
  public static void main(String[] args) {
    runTests(PeerTest.class, args);
  }

  public void testHolds() {
    if (verifyNoPropertyViolation("+cg.enumerate_random=true")) {
      assert isJPFRun();
      assert Verify.getInt(0, 1) < 2;
    }
  }

  public void testFails() {
    if (verifyNoPropertyViolation()) {
      assert Verify.getInt(0, 1) == 0;
    }
  }

  public void testPeer() {
    if (verifyNoPropertyViolation()) {
      Peered.work();
    }
  }
}
