package hazard.internal;

/** Thrown when a test's framework passes it over. */
public final class Skipped extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Skipped(String why) {
    super(why);
  }
}
