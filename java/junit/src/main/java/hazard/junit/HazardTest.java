package hazard.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is explored instead of run once: every schedule of its threads and every outcome of its random numbers, within a
 * budget. It fails if any of them makes it fail, with the schedule as its message and the program's own stack trace.
 *
 * <p>It stands beside {@code @Test} or instead of it. If nothing fails within the budget but not everything was explored, the test
 * passes, unless {@link #proof()} is asked for.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Test
@ExtendWith(HazardExtension.class)
public @interface HazardTest {
  /** How long the test may be explored: {@code 10s}, {@code 2m}. */
  String budget() default "10s";

  /** A search instead of hunting first and proving then, as {@code hazard list searches} names them. */
  String search() default "";

  /** When timed waits may end: {@code any}, {@code late} or {@code never}. */
  String timeouts() default "";

  /** What counts as wrong, such as {@code deadlock,exceptions,assertions,races}. */
  String properties() default "";

  /** Every random decision of a search derives from it. */
  long seed() default 0;

  /** A schedule that an earlier failure left behind: only that one is run. */
  String replay() default "";

  /** Whether the test also fails if not everything could be explored. */
  boolean proof() default false;
}
