package hazard.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Runs the tests of a class below {@code gov.nasa.jpf.util.test.TestJPF} as Java PathFinder runs them under itself: what a test
 * throws is thrown on, and not counted.
 */
public final class PathFinderTests {
  private PathFinderTests() {}

  /** The named tests or, if none is named, all methods {@code public void test…()}. */
  public static void run(Class<?> tests, String[] names) throws Throwable {
    if (names != null && names.length > 0) {
      for (String name : names) {
        if (name != null) {
          run(tests, tests.getMethod(name));
        }
      }
      return;
    }
    Method[] methods = tests.getDeclaredMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      boolean isTest = Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
      if (isTest && method.getName().startsWith("test") && method.getParameterCount() == 0) {
        run(tests, method);
      }
    }
  }

  private static void run(Class<?> tests, Method method) throws Throwable {
    Constructor<?> constructor = tests.getDeclaredConstructor();
    constructor.setAccessible(true);
    method.setAccessible(true);
    try {
      method.invoke(constructor.newInstance());
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
