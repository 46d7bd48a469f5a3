package hazard.internal;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Runs a jcstress test once: its actors as threads, then its arbiter, then prints the result and what the test says of it.
 *
 * <p>The annotations are known by their names, so that this class needs nothing of jcstress to be compiled.
 */
public final class Stress {
  private static final String ANNOTATIONS = "org.openjdk.jcstress.annotations.";

  private final Class<?> test;
  private final Map<Class<?>, Object> objects = new LinkedHashMap<>();
  /** What the test says of results, found before the first choice, so that it is found once. */
  private final List<Expectation> expectations = new ArrayList<>();
  private Object result;

  private static final class Expectation {
    final String text;
    final Pattern[] ids;

    Expectation(Annotation outcome) throws Throwable {
      String description = (String) value(outcome, "desc");
      text = ((Enum<?>) value(outcome, "expect")).name() + (description.isEmpty() ? "" : ": " + description);
      List<Pattern> patterns = new ArrayList<>();
      for (String id : (String[]) value(outcome, "id")) {
        // Without an id it stands for whatever no other matches.
        if (!id.isEmpty()) {
          patterns.add(Pattern.compile(id));
        }
      }
      ids = patterns.toArray(new Pattern[0]);
    }

    boolean matches(String result) {
      for (Pattern id : ids) {
        if (id.pattern().equals(result) || id.matcher(result).matches()) {
          return true;
        }
      }
      return false;
    }
  }

  private Stress(Class<?> test) throws Throwable {
    this.test = test;
    objects.put(test, create(test));
  }

  public static void main(String[] arguments) throws Throwable {
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    new Stress(Class.forName(arguments[0], true, loader)).run();
  }

  private void run() throws Throwable {
    List<Thread> actors = new ArrayList<>();
    List<Method> arbiters = new ArrayList<>();
    List<Method> signals = new ArrayList<>();
    // Reflection names no order; by name the actors are as people number them.
    List<Method> methods = methods();
    methods.sort((a, b) -> a.getName().compareTo(b.getName()));
    for (Method method : methods) {
      if (bears(method.getAnnotations(), "Actor")) {
        Object[] values = values(method);
        Object receiver = objects.get(test);
        Reflection.prepare(method, values);
        actors.add(new Thread(() -> call(method, receiver, values), method.getName()));
      } else if (bears(method.getAnnotations(), "Arbiter")) {
        arbiters.add(method);
      } else if (bears(method.getAnnotations(), "Signal")) {
        signals.add(method);
      }
    }
    if (actors.isEmpty()) {
      throw new IllegalArgumentException(test.getName() + " has no method annotated with @Actor");
    }
    for (Method arbiter : arbiters) {
      values(arbiter);
    }
    readExpectations();
    // A signal may ask for the thread of the actor that it is meant for.
    objects.put(Thread.class, actors.get(0));
    Object[][] signalValues = new Object[signals.size()][];
    for (int i = 0; i < signalValues.length; i++) {
      signalValues[i] = values(signals.get(i));
    }
    if (!signals.isEmpty()) {
      // Whoever hangs cannot say any more what the test thinks of that.
      String judgement = judgement("STALE");
      System.out.print("STALE" + (judgement == null ? "" : "\n" + judgement) + "\f");
    }
    for (Thread actor : actors) {
      actor.start();
    }
    for (int i = 0; i < signalValues.length; i++) {
      call(signals.get(i), objects.get(test), signalValues[i]);
    }
    for (Thread actor : actors) {
      actor.join();
    }
    for (Method arbiter : arbiters) {
      call(arbiter, objects.get(test), values(arbiter));
    }
    // A test of termination has no result but that it ended.
    String text = result == null ? "TERMINATED" : result.toString();
    String judgement = judgement(text);
    System.out.print(judgement == null ? text : text + "\n" + judgement);
  }

  /** All methods, inherited ones too, that nothing overrides. */
  private List<Method> methods() {
    List<Method> methods = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (Class<?> type = test; type != null && type != Object.class; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        String signature = method.getName() + List.of(method.getParameterTypes());
        if (!method.isSynthetic() && !seen.contains(signature)) {
          seen.add(signature);
          methods.add(method);
        }
      }
    }
    return methods;
  }

  private void readExpectations() throws Throwable {
    Class<?> bearer = test;
    for (Annotation annotation : test.getAnnotations()) {
      if (is(annotation, "JCStressMeta")) {
        bearer = (Class<?>) value(annotation, "value");
      }
    }
    for (Annotation annotation : bearer.getAnnotations()) {
      if (is(annotation, "Outcome")) {
        expectations.add(new Expectation(annotation));
      } else if (is(annotation, "Outcome$Outcomes")) {
        for (Annotation each : (Annotation[]) value(annotation, "value")) {
          expectations.add(new Expectation(each));
        }
      }
    }
  }

  /** What the test says of a result: the first outcome whose expression matches, else the one without any. */
  private String judgement(String text) {
    String otherwise = expectations.isEmpty() ? null : "FORBIDDEN: no outcome of the test matches it";
    for (Expectation expectation : expectations) {
      if (expectation.matches(text)) {
        return expectation.text;
      }
      if (expectation.ids.length == 0) {
        otherwise = expectation.text;
      }
    }
    return otherwise;
  }

  private static Object value(Annotation annotation, String name) throws Throwable {
    Method method = annotation.annotationType().getMethod(name);
    method.setAccessible(true);
    return method.invoke(annotation);
  }

  /** The objects that a method asks for: one of each class, made when it is first asked for. */
  private Object[] values(Method method) throws Throwable {
    method.setAccessible(true);
    Class<?>[] types = method.getParameterTypes();
    Object[] values = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      Object value = objects.get(types[i]);
      if (value == null) {
        // A @Signal or @Actor of a termination test asks for nothing else.
        value = create(types[i]);
        objects.put(types[i], value);
      }
      if (bears(types[i].getAnnotations(), "Result")) {
        result = value;
      }
      values[i] = value;
    }
    return values;
  }

  private static void call(Method method, Object receiver, Object[] values) {
    try {
      method.invoke(receiver, values);
    } catch (InvocationTargetException thrown) {
      Stress.<RuntimeException>rethrow(thrown.getCause());
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static Object create(Class<?> type) throws Throwable {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static boolean bears(Annotation[] annotations, String name) {
    for (Annotation annotation : annotations) {
      if (is(annotation, name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean is(Annotation annotation, String name) {
    return annotation.annotationType().getName().equals(ANNOTATIONS + name);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
