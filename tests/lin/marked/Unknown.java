//@ status: 2
//@ operations: 0
//@ says: accept(Consumer): no values are known for parameter 1
package lincheck;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import java.util.function.Consumer;

/** Nobody knows what to call it with. */
public class Unknown {
  @Operation
  public synchronized void accept(Consumer<String> consumer) {
    consumer.accept("a");
  }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Operation {
  boolean runOnce() default false;

  String nonParallelGroup() default "";
}

