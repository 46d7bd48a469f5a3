//@ options: --spec lincheck.Reference
//@ status: 0
//@ operations: 3
package lincheck;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.atomic.AtomicInteger;

/** Compared with a class that has more methods, in another order, and knows no marks. */
public class Tally {
  private final AtomicInteger sum = new AtomicInteger();

  @Operation
  public int add(@Param("5, 7") int value) {
    return sum.addAndGet(value);
  }

  @Operation
  public int get() {
    return sum.get();
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
