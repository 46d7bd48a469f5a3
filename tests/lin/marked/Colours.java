//@ status: 1
//@ operations: 2
//@ says: not linearizable
package lincheck;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Looks first and adds then; its parameter is a constant of an enum. */
public class Colours {
  public enum Colour {
    RED,
    GREEN
  }

  private final Set<Colour> seen = Collections.synchronizedSet(new HashSet<>());

  @Operation
  public boolean add(Colour colour) {
    if (seen.contains(colour)) {
      return false;
    }
    seen.add(colour);
    return true;
  }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Operation {
  boolean runOnce() default false;

  String nonParallelGroup() default "";
}

