//@ status: 0
//@ operations: 2
//@ says: 3 threads, 1 call each, the specification lincheck.InCode$Sequential
package lincheck;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A test as most are written: what Lincheck is asked for stands in code. */
public class InCode {
  private int value;

  @Operation
  public synchronized int increment() {
    return ++value;
  }

  @Operation
  public synchronized int get() {
    return value;
  }

  void modelChecking() {
    new ModelCheckingOptions().iterations(50).threads(3).actorsPerThread(1).sequentialSpecification(Sequential.class);
  }

  /** What is right. */
  public static class Sequential {
    private int value;

    public int increment() {
      return ++value;
    }

    public int get() {
      return value;
    }
  }

  static class ModelCheckingOptions {
    ModelCheckingOptions iterations(int number) {
      return this;
    }

    ModelCheckingOptions threads(int number) {
      return this;
    }

    ModelCheckingOptions actorsPerThread(int number) {
      return this;
    }

    ModelCheckingOptions sequentialSpecification(Class<?> type) {
      return this;
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Operation {}
}
