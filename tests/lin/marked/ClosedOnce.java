//@ status: 0
//@ operations: 2
package lincheck;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Two calls of close would both be the first; there is only one. */
public class ClosedOnce {
  private volatile boolean isClosed;

  @Operation(runOnce = true)
  public boolean close() {
    boolean isFirst = !isClosed;
    isClosed = true;
    return isFirst;
  }

  @Operation
  public boolean closed() {
    return isClosed;
  }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Operation {
  boolean runOnce() default false;

  String nonParallelGroup() default "";
}

