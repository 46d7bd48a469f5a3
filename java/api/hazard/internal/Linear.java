package hazard.internal;

import hazard.Nondet;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs scenarios of operations on an object, for {@code hazard lin}.
 *
 * <p>{@code CLASS list VALUES} prints the operations. {@code CLASS concurrent VALUES SCENARIOS} chooses one of the scenarios and runs
 * its threads side by side; what is printed is the history: {@code (0} when thread 0 calls, {@code )0=RESULT} when it returns.
 * {@code CLASS sequential VALUES SCENARIOS} chooses a scenario and an order, and runs one operation after the other, each in the
 * thread it belongs to: {@code 0?} when it is called, {@code 0=RESULT} when it returns. An operation that never returns blocks.
 *
 * <p>Annotations are known by their simple names, ours and Lincheck's alike.
 */
public final class Linear {
  private final Class<?> type;
  private final List<Operation> operations = new ArrayList<>();
  private final List<Method> validations = new ArrayList<>();

  /** A method with the values of its parameters. */
  private static final class Operation {
    final Method method;
    final Object[] values;

    Operation(Method method, Object[] values) {
      this.method = method;
      this.values = values;
      Reflection.prepare(method, values);
    }

    String call(Object object) {
      try {
        Object result = method.invoke(object, values);
        return method.getReturnType() == void.class ? "void" : text(result);
      } catch (InvocationTargetException thrown) {
        return thrown.getCause().getClass().getSimpleName();
      } catch (IllegalAccessException impossible) {
        throw new AssertionError(impossible);
      }
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(method.getName()).append('(');
      for (int i = 0; i < values.length; i++) {
        text.append(i == 0 ? "" : ", ").append(text(values[i]));
      }
      return text.append(')').toString();
    }
  }

  private Linear(Class<?> type, int valuesMax) throws Throwable {
    this.type = type;
    List<Method> methods = new ArrayList<>(Arrays.asList(type.getMethods()));
    methods.sort((a, b) -> (a.getName() + Arrays.toString(a.getParameterTypes()))
        .compareTo(b.getName() + Arrays.toString(b.getParameterTypes())));
    boolean hasMarks = false;
    for (Method method : methods) {
      hasMarks |= annotation(method.getAnnotations(), "Operation") != null;
    }
    for (Method method : methods) {
      if (annotation(method.getAnnotations(), "Validate") != null) {
        method.setAccessible(true);
        validations.add(method);
        continue;
      }
      boolean isMarked = annotation(method.getAnnotations(), "Operation") != null;
      boolean isOwn =
          method.getDeclaringClass() == type
              && !Modifier.isStatic(method.getModifiers())
              && !method.isBridge()
              && !List.of("equals", "hashCode", "toString", "clone").contains(method.getName())
              && (method.getReturnType() == void.class || value(method.getReturnType(), "1") != null);
      if (hasMarks ? isMarked : isOwn) {
        add(method, valuesMax);
      }
    }
  }

  /** Adds a method once per combination of values, unless it has a parameter for which there are none. */
  private void add(Method method, int valuesMax) throws Throwable {
    Parameter[] parameters = method.getParameters();
    Object[][] choices = new Object[parameters.length][];
    String[] named = names(method);
    for (int i = 0; i < parameters.length; i++) {
      String range = range(parameters[i], i < named.length ? named[i] : null);
      choices[i] = values(parameters[i].getType(), range, valuesMax);
      if (choices[i] == null) {
        if (range != null) {
          throw new IllegalArgumentException(method + ": no values are known for parameter " + (i + 1));
        }
        return;
      }
    }
    if (type.isInterface() || Modifier.isPublic(type.getModifiers())) {
      // Public members of public classes need no permission, which those of the JDK would not give.
      combine(method, choices, new Object[parameters.length], 0);
    } else {
      method.setAccessible(true);
      combine(method, choices, new Object[parameters.length], 0);
    }
  }

  private void combine(Method method, Object[][] choices, Object[] values, int at) {
    if (at == values.length) {
      operations.add(new Operation(method, values.clone()));
      return;
    }
    for (Object value : choices[at]) {
      values[at] = value;
      combine(method, choices, values, at + 1);
    }
  }

  /** Lincheck names the ranges of parameters at the class. */
  private static String[] names(Method method) throws Throwable {
    Annotation operation = annotation(method.getAnnotations(), "Operation");
    Object names = operation == null ? null : member(operation, "params");
    return names instanceof String[] ? (String[]) names : new String[0];
  }

  private String range(Parameter parameter, String name) throws Throwable {
    Annotation param = annotation(parameter.getAnnotations(), "Param");
    if (param != null) {
      Object own = member(param, "value");
      Object conf = own != null ? own : member(param, "conf");
      Object referred = member(param, "name");
      if (conf instanceof String && !((String) conf).isEmpty()) {
        return (String) conf;
      }
      name = referred instanceof String && !((String) referred).isEmpty() ? (String) referred : name;
    }
    if (name == null) {
      return null;
    }
    List<Annotation> all = new ArrayList<>(Arrays.asList(type.getAnnotations()));
    for (Annotation several : type.getAnnotations()) {
      Object inside = member(several, "value");
      if (inside instanceof Annotation[]) {
        all.addAll(Arrays.asList((Annotation[]) inside));
      }
    }
    for (Annotation each : all) {
      if (each.annotationType().getSimpleName().equals("Param") && name.equals(member(each, "name"))) {
        return (String) member(each, "conf");
      }
    }
    return null;
  }

  /** The values of a type within a range: few, since every combination is tried; null if none are known. */
  private static Object[] values(Class<?> type, String range, int valuesMax) {
    List<String> texts = new ArrayList<>();
    if (range == null || range.isEmpty()) {
      if (type == boolean.class || type == Boolean.class) {
        texts.addAll(List.of("false", "true"));
      } else if (type == String.class || type == char.class || type == Character.class) {
        texts.addAll(List.of("a", "b", "c"));
      } else {
        texts.addAll(List.of("1", "2", "3"));
      }
    } else if (range.matches("-?\\d+:-?\\d+")) {
      String[] bounds = range.split(":");
      for (long value = Long.parseLong(bounds[0]); value <= Long.parseLong(bounds[1]) && texts.size() < valuesMax; value++) {
        texts.add(Long.toString(value));
      }
    } else {
      texts.addAll(Arrays.asList(range.split(",")));
    }
    Object[] values = new Object[Math.min(texts.size(), valuesMax)];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(type, texts.get(i).trim());
      if (values[i] == null) {
        return null;
      }
    }
    return values;
  }

  private static Object value(Class<?> type, String text) {
    if (type == int.class || type == Integer.class || type == Object.class || type == Number.class || type == Comparable.class) {
      return Integer.valueOf(text);
    } else if (type == long.class || type == Long.class) {
      return Long.valueOf(text);
    } else if (type == short.class || type == Short.class) {
      return Short.valueOf(text);
    } else if (type == byte.class || type == Byte.class) {
      return Byte.valueOf(text);
    } else if (type == double.class || type == Double.class) {
      return Double.valueOf(text);
    } else if (type == float.class || type == Float.class) {
      return Float.valueOf(text);
    } else if (type == boolean.class || type == Boolean.class) {
      return Boolean.valueOf(text);
    } else if (type == char.class || type == Character.class) {
      return text.charAt(0);
    } else if (type == String.class || type == CharSequence.class) {
      return text;
    }
    return null;
  }

  public static void main(String[] arguments) throws Throwable {
    Class<?> type = Class.forName(arguments[0], true, ClassLoader.getSystemClassLoader());
    Linear linear = new Linear(type, Integer.parseInt(arguments[2]));
    if (arguments[1].equals("list")) {
      for (Operation operation : linear.operations) {
        System.out.println("hazard:operation\t" + operation);
      }
      return;
    }
    String[] scenarios = arguments[3].split(";");
    int[][][] parsed = new int[scenarios.length][][];
    for (int i = 0; i < scenarios.length; i++) {
      parsed[i] = parse(scenarios[i]);
    }
    int chosen = Nondet.choose(0, scenarios.length - 1);
    // The history begins with its scenario.
    System.out.print("#" + chosen + "\n");
    if (arguments[1].equals("concurrent")) {
      linear.runConcurrently(parsed[chosen]);
    } else {
      linear.runInOrder(parsed[chosen]);
    }
  }

  /** {@code 3/0.1|2.2}: operation 3 before, then 0 and 1 in one thread, 2 and 2 in another. */
  private static int[][] parse(String scenario) {
    int slash = scenario.indexOf('/');
    String[] threads = scenario.substring(slash + 1).split("\\|");
    int[][] numbers = new int[threads.length + 1][];
    numbers[0] = parseList(scenario.substring(0, slash));
    for (int i = 0; i < threads.length; i++) {
      numbers[i + 1] = parseList(threads[i]);
    }
    return numbers;
  }

  private static int[] parseList(String list) {
    String[] parts = list.isEmpty() ? new String[0] : list.split("\\.");
    int[] numbers = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      numbers[i] = Integer.parseInt(parts[i]);
    }
    return numbers;
  }

  private Object create(int[] before) throws Throwable {
    Object object;
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      if (!Modifier.isPublic(type.getModifiers()) || !Modifier.isPublic(constructor.getModifiers())) {
        constructor.setAccessible(true);
      }
      object = constructor.newInstance();
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
    for (int number : before) {
      operations.get(number).call(object);
    }
    return object;
  }

  private void runConcurrently(int[][] scenario) throws Throwable {
    Object object = create(scenario[0]);
    Thread[] threads = new Thread[scenario.length - 1];
    for (int i = 0; i < threads.length; i++) {
      int number = i;
      Operation[] calls = calls(scenario[i + 1]);
      threads[i] = new Thread(() -> {
        for (Operation call : calls) {
          System.out.print("(" + number + "\n");
          String result = call.call(object);
          System.out.print(")" + number + "=" + result + "\n");
        }
      }, "thread " + (i + 1));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (Method validation : validations) {
      try {
        validation.invoke(object);
      } catch (InvocationTargetException thrown) {
        throw thrown.getCause();
      }
    }
  }

  private Operation[] calls(int[] numbers) {
    Operation[] calls = new Operation[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      calls[i] = operations.get(numbers[i]);
    }
    return calls;
  }

  private void runInOrder(int[][] scenario) throws Throwable {
    Object object = create(scenario[0]);
    Worker[] workers = new Worker[scenario.length - 1];
    int[] done = new int[workers.length];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker(object, calls(scenario[i + 1]));
      workers[i].setDaemon(true);
      workers[i].start();
    }
    while (true) {
      List<Integer> able = new ArrayList<>();
      for (int i = 0; i < workers.length; i++) {
        if (done[i] < scenario[i + 1].length) {
          able.add(i);
        }
      }
      if (able.isEmpty()) {
        return;
      }
      int next = able.get(Nondet.choose(0, able.size() - 1));
      System.out.print(next + "?\n");
      String result = workers[next].callNext();
      System.out.print(next + "=" + result + "\n");
      done[next]++;
    }
  }

  /** Calls operations one by one, when it is told to: locks belong to threads, so each needs its own. */
  private static final class Worker extends Thread {
    private final Object object;
    private final Operation[] calls;
    private int asked;
    private int answered;
    private String result;

    Worker(Object object, Operation[] calls) {
      this.object = object;
      this.calls = calls;
    }

    synchronized String callNext() throws InterruptedException {
      asked++;
      notifyAll();
      while (answered < asked) {
        wait();
      }
      return result;
    }

    @Override
    public void run() {
      try {
        for (Operation call : calls) {
          synchronized (this) {
            while (asked == answered) {
              wait();
            }
          }
          String text = call.call(object);
          synchronized (this) {
            result = text;
            answered++;
            notifyAll();
          }
        }
      } catch (InterruptedException interrupted) {
        throw new AssertionError(interrupted);
      }
    }
  }

  private static String text(Object value) {
    String text;
    if (value instanceof int[]) {
      text = Arrays.toString((int[]) value);
    } else if (value instanceof Object[]) {
      text = Arrays.deepToString((Object[]) value);
    } else {
      text = String.valueOf(value);
    }
    return text.replace("\n", "\\n");
  }

  private static Annotation annotation(Annotation[] annotations, String name) {
    for (Annotation annotation : annotations) {
      String full = annotation.annotationType().getName();
      if (annotation.annotationType().getSimpleName().equals(name) && (full.startsWith("hazard.") || full.contains("lincheck"))) {
        return annotation;
      }
    }
    return null;
  }

  /** A member of an annotation, or null if it has none of that name. */
  private static Object member(Annotation annotation, String name) throws Throwable {
    for (Method method : annotation.annotationType().getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        method.setAccessible(true);
        return method.invoke(annotation);
      }
    }
    return null;
  }
}
