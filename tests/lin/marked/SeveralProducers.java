//@ status: 1
//@ operations: 3
//@ says: not linearizable
package lincheck;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The same queue without a word about who may call. */
public class SeveralProducers {
  private final Integer[] items = new Integer[4];
  private volatile int head;
  private volatile int tail;

  @Operation
  public boolean offer(@Param(gen = IntGen.class, conf = "1:2") int item) {
    int at = tail;
    if (at - head == items.length) {
      return false;
    }
    items[at % items.length] = item;
    tail = at + 1;
    return true;
  }

  @Operation
  public Integer poll() {
    int at = head;
    if (at == tail) {
      return null;
    }
    Integer item = items[at % items.length];
    head = at + 1;
    return item;
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

class IntGen {}
