//@ options: --spec lincheck.Reference
//@ status: 1
//@ operations: 3
//@ says: not linearizable
package lincheck;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.atomic.AtomicInteger;

/** Right by itself, but not what the other class does. */
public class BadTally {
  private final AtomicInteger sum = new AtomicInteger();

  @Operation
  public int add(@Param("5, 7") int value) {
    return sum.addAndGet(value);
  }

  @Operation
  public int get() {
    return -sum.get();
  }
}

class Reference {
  private int sum;

  public void abandon() {
    throw new IllegalStateException("nobody asked for this");
  }

  public int add(int value) {
    return sum += value;
  }

  public int clear() {
    return sum = 0;
  }

  public int get() {
    return sum;
  }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Operation {}

@Retention(RetentionPolicy.RUNTIME)
@interface Param {
  String value();
}
