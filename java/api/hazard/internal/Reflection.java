package hazard.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls of methods that are found at run time. */
final class Reflection {
  private Reflection() {}

  /**
   * Has the library make what it calls a method by, which it does at the first call: before the first choice that is done once,
   * and is no step of a thread.
   */
  static void prepare(Method method, Object[] values) {
    try {
      method.invoke(null, values);
    } catch (NullPointerException expected) {
      // There is no object to call it on, and so it was not called.
    } catch (InvocationTargetException | IllegalAccessException | IllegalArgumentException other) {
      throw new AssertionError(other);
    }
  }
}
