//@ status: 0
//@ operations: 2
package lincheck;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Each thread counts in a place of its own, which is why nothing is lost. */
public class OwnSlots {
  private final int[] counts = new int[8];

  @Operation
  public int count(@Param(gen = ThreadIdGen.class) int thread) {
    return ++counts[thread];
  }

  @Operation
  public int own(@Param(gen = ThreadIdGen.class) int thread) {
    return counts[thread];
  }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Operation {
  boolean runOnce() default false;

  String nonParallelGroup() default "";
}

@Retention(RetentionPolicy.RUNTIME)
@interface Param {
  Class<?> gen();

  String conf() default "";
}

class ThreadIdGen {}
