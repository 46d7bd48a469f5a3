package habits;

/** A category of JUnit 4 that the build leaves out. */
public interface Slow {}
