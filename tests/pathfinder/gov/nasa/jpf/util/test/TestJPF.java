package gov.nasa.jpf.util.test;

/** The base of tests, which starts the checker unless it is being run by it. */
public abstract class TestJPF {
  public static boolean isJPFRun() {
    return false;
  }

  protected boolean verifyNoPropertyViolation(String... arguments) {
    throw new IllegalStateException("this would start Java PathFinder");
  }

  public static void runTests(Class<? extends TestJPF> tests, String... names) {
    throw new IllegalStateException("this would start Java PathFinder");
  }
}
