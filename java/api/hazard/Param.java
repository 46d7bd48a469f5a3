package hazard;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The values that a parameter of an {@link Operation} takes. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Param {
  /**
   * A range of integers, {@code 1:3}, or values separated by commas, {@code a,b}.
   *
   * @return the values
   */
  String value();
}
